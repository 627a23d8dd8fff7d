package io.gobridge.camel.mqtt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.gobridge.camel.testkit.Ports;
import io.gobridge.camel.testkit.TempDirectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Mosquitto of one test class alone, on a free port, with what it keeps on disk; and the clients that come with it,
 * which know nothing of gobridge.
 */
final class Mosquitto implements AutoCloseable {

    /** Where packages put the broker; often not on a user's path. */
    private static final List<String> BROKERS
            = List.of("/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto");

    private static final long PATIENCE_SECONDS = 20;

    private final Path directory;
    private final int port;
    private Process broker;

    private Mosquitto(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    static Mosquitto start() {
        try {
            Mosquitto mosquitto = new Mosquitto(TempDirectory.create("mosquitto"), Ports.free());
            Files.writeString(mosquitto.directory.resolve("mosquitto.conf"), String.join("\n",
                    "listener " + mosquitto.port + " 127.0.0.1", "allow_anonymous true",
                    // As root it would become a user that may not write to the directory.
                    "user " + System.getProperty("user.name"),
                    "persistence true", "persistence_location " + mosquitto.directory + "/",
                    // By default it drops what is more than a thousand.
                    "max_queued_messages 0",
                    // So that a reader that comes later gets them too.
                    "queue_qos0_messages true", ""));
            mosquitto.restart();
            return mosquitto;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    String brokerUrl() {
        return "tcp://127.0.0.1:" + port;
    }

    /** Stops it; it writes what it knows to its disk. */
    void stop() {
        broker.destroy();
        await().until(() -> !broker.isAlive());
    }

    /** Starts it with what it knew. */
    void restart() {
        String binary = BROKERS.stream().filter(path -> Files.isExecutable(Path.of(path))).findFirst().orElse("mosquitto");
        broker = run(List.of(binary, "-c", directory.resolve("mosquitto.conf").toString()));
        await().until(this::answers);
    }

    /** Lets {@code mosquitto_pub} publish one message over MQTT 5. */
    void publish(String topic, String... options) {
        List<String> command = command("mosquitto_pub", "-t", topic);
        command.addAll(List.of(options));
        assertThat(finish(run(command))).as("exit code of %s", command).isZero();
    }

    /** Lets {@code mosquitto_pub} publish each text with quality of service 1. */
    void publish(String topic, List<String> texts) throws IOException {
        List<String> command = command("mosquitto_pub", "-t", topic, "-q", "1", "-l");
        Process client = run(command);
        try (Writer lines = client.outputWriter()) {
            for (String text : texts) {
                lines.write(text + "\n");
            }
        }
        assertThat(finish(client)).as("exit code of %s", command).isZero();
    }

    /** Lets {@code mosquitto_sub} subscribe under a client id and leave: the broker keeps what comes for it. */
    void subscribe(String clientId, String topicFilter) {
        List<String> command = subscribing(clientId, topicFilter);
        command.add("-E");
        assertThat(finish(run(command))).as("exit code of %s", command).isZero();
    }

    /**
     * Lets {@code mosquitto_sub} come back for a number of messages; returns each as JSON with all its properties.
     */
    List<String> take(String clientId, String topicFilter, int count) throws IOException {
        List<String> command = subscribing(clientId, topicFilter);
        command.addAll(List.of("-C", String.valueOf(count), "-W", String.valueOf(PATIENCE_SECONDS), "-F", "%j"));
        Process client = run(command);
        List<String> messages;
        try (Stream<String> lines = client.inputReader().lines()) {
            messages = lines.toList();
        }
        assertThat(finish(client)).as("exit code of %s, which printed %s", command, messages).isZero();
        return messages;
    }

    @Override
    public void close() {
        stop();
        TempDirectory.delete(directory);
    }

    private List<String> subscribing(String clientId, String topicFilter) {
        return command("mosquitto_sub", "-c", "-i", clientId, "-q", "1", "-t", topicFilter);
    }

    private List<String> command(String program, String... options) {
        List<String> command = new ArrayList<>(
                List.of(program, "-V", "mqttv5", "-h", "127.0.0.1", "-p", String.valueOf(port)));
        command.addAll(List.of(options));
        return command;
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            assertThat(broker.isAlive()).as("%s lives", broker.info()).isTrue();
            return false;
        }
    }

    private static Process run(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "These tests need Mosquitto and its clients (Debian: mosquitto, mosquitto-clients)",
                    e);
        }
    }

    private static int finish(Process client) {
        try {
            assertThat(client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("%s ended", client.info()).isTrue();
            return client.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            client.destroyForcibly();
        }
    }
}
