package io.gobridge.camel.amqp091;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.gobridge.camel.testkit.Ports;
import io.gobridge.camel.testkit.TempDirectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A RabbitMQ of one test class alone, on free ports of the loopback address, with what it keeps on disk. It waits only
 * {@link #CONSUMER_TIMEOUT} for an acknowledgement.
 */
final class RabbitNode implements AutoCloseable {

    static final Duration CONSUMER_TIMEOUT = Duration.ofSeconds(10);

    /** Where packages put the scripts; those on a user's path change the user. */
    private static final List<String> HOMES = List.of("/usr/lib/rabbitmq/lib", "/usr/local/lib/rabbitmq/lib", "/opt");

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path directory;
    private final Path scripts;
    private final int port = Ports.free();
    private final int namesPort = Ports.free();
    private final int distributionPort = Ports.free();
    private Process names;
    private Process node;

    private RabbitNode(Path directory, Path scripts) {
        this.directory = directory;
        this.scripts = scripts;
    }

    static RabbitNode start() {
        try {
            RabbitNode rabbit = new RabbitNode(TempDirectory.create("rabbitmq"), scripts());
            rabbit.configure();
            // As a child of the node it would outlive it.
            rabbit.names = rabbit.run("epmd", "-address", "127.0.0.1", "-port", String.valueOf(rabbit.namesPort));
            rabbit.startNode();
            return rabbit;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    /** Stops it and starts it again with what it knew. */
    void restart() {
        stopNode();
        startNode();
    }

    /** Has the broker find that so much of the machine's memory is too much; 0 for any. */
    void setMemoryLimit(String fraction) {
        Process command = run(scripts.resolve("rabbitmqctl").toString(), "set_vm_memory_high_watermark", fraction);
        try {
            assertThat(command.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("%s ended", command.info()).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        assertThat(command.exitValue()).as("exit code of rabbitmqctl; its output is in %s", directory).isZero();
    }

    @Override
    public void close() {
        stopNode();
        names.destroy();
        TempDirectory.delete(directory);
    }

    private void configure() throws IOException {
        Files.writeString(directory.resolve("rabbitmq.conf"), "listeners.tcp.1 = 127.0.0.1:" + port + "\n");
        // How often it looks whom it waits for is no setting of the other file.
        Files.writeString(directory.resolve("advanced.config"),
                "[{rabbit, [{consumer_timeout, " + CONSUMER_TIMEOUT.toMillis() + "}, {channel_tick_interval, 1000}]}].\n");
        Files.writeString(directory.resolve("enabled_plugins"), "[].\n");
    }

    private void startNode() {
        node = run(scripts.resolve("rabbitmq-server").toString());
        await().atMost(PATIENCE).until(this::answers);
    }

    private void stopNode() {
        // The script passes it on to the broker, and ends after it.
        node.destroy();
        await().atMost(PATIENCE).until(() -> !node.isAlive() && !isTaken());
    }

    private boolean answers() {
        assertThat(node.isAlive()).as("%s lives; its output is in %s", node.info(), directory).isTrue();
        return isTaken();
    }

    private boolean isTaken() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private Process run(String... command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("output").toFile()));
        builder.environment().putAll(Map.ofEntries(
                Map.entry("HOME", directory.toString()), Map.entry("RABBITMQ_NODENAME", "gobridge-" + port + "@localhost"),
                Map.entry("RABBITMQ_MNESIA_BASE", directory.resolve("mnesia").toString()),
                Map.entry("RABBITMQ_LOG_BASE", directory.resolve("log").toString()),
                Map.entry("RABBITMQ_CONFIG_FILE", directory.resolve("rabbitmq.conf").toString()),
                Map.entry("RABBITMQ_ADVANCED_CONFIG_FILE", directory.resolve("advanced.config").toString()),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", directory.resolve("enabled_plugins").toString()),
                Map.entry("RABBITMQ_PID_FILE", directory.resolve("pid").toString()),
                Map.entry("RABBITMQ_DIST_PORT", String.valueOf(distributionPort)),
                Map.entry("RABBITMQ_CONF_ENV_FILE", "/dev/null"), Map.entry("ERL_EPMD_PORT", String.valueOf(namesPort)),
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}")));
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("These tests need RabbitMQ and Erlang (Debian: rabbitmq-server)", e);
        }
    }

    private static Path scripts() throws IOException {
        for (Path home : HOMES.stream().map(Path::of).filter(Files::isDirectory).toList()) {
            try (Stream<Path> versions = Files.list(home)) {
                var found = versions.map(version -> version.resolve("sbin"))
                        .filter(scripts -> Files.isExecutable(scripts.resolve("rabbitmq-server")))
                        .max(Comparator.naturalOrder());
                if (found.isPresent()) {
                    return found.get();
                }
            }
        }
        throw new IOException("These tests need RabbitMQ (Debian: rabbitmq-server); there is none in " + HOMES);
    }
}
