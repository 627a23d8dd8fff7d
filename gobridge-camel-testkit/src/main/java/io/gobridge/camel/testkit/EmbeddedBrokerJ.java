package io.gobridge.camel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.SystemLauncherListener;
import org.apache.qpid.server.model.Broker;
import org.apache.qpid.server.model.Queue;
import org.apache.qpid.server.model.SystemConfig;
import org.apache.qpid.server.virtualhost.QueueManagingVirtualHost;

/**
 * Apache Qpid Broker-J in this process, speaking AMQP 0-9-1 on a free port of the loopback address to the user
 * {@code guest} with the password {@code guest}. Durable queues and persistent messages are on disk, so that they
 * outlive {@link #kill()}. Not thread-safe.
 */
public final class EmbeddedBrokerJ implements AutoCloseable {

    /** The user, and its password. */
    public static final String USER = "guest";

    private static final String CONFIGURATION = """
            {"name": "gobridge", "modelVersion": "9.0",
             "authenticationproviders": [{"name": "plain", "type": "Plain", "secureOnlyMechanisms": [],
               "users": [{"name": "guest", "type": "managed", "password": "guest"}]}],
             "ports": [{"name": "AMQP", "port": "PORT", "bindingAddress": "127.0.0.1", "authenticationProvider": "plain",
               "protocols": ["AMQP_0_9_1"], "transports": ["TCP"],
               "virtualhostaliases": [{"name": "default", "type": "defaultAlias"}]}],
             "virtualhostnodes": [{"name": "default", "type": "DERBY", "defaultVirtualHostNode": "true",
               "virtualHostInitialConfiguration": "{\\"type\\": \\"DERBY\\"}"}]}
            """;

    private final Path directory;
    private final int port = Ports.free();
    private SystemLauncher launcher;
    private SystemConfig<?> system;

    private EmbeddedBrokerJ(Path directory) {
        this.directory = directory;
    }

    /** Starts one that knows nothing yet. */
    public static EmbeddedBrokerJ start() {
        try {
            EmbeddedBrokerJ broker = new EmbeddedBrokerJ(TempDirectory.create("broker-j"));
            Files.writeString(broker.configuration(), CONFIGURATION.replace("PORT", Integer.toString(broker.port)));
            broker.restart();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the port on 127.0.0.1, the same after {@link #restart()}. */
    public int port() {
        return port;
    }

    /** Returns how many messages wait or are unacknowledged in a queue; 0 when there is no such queue. */
    public int depth(String queue) {
        Queue<?> found = virtualHost().getAttainedQueue(queue);
        return found == null ? 0 : found.getQueueDepthMessages();
    }

    /** Returns how many messages of a queue no consumer has; 0 when there is no such queue. */
    public int available(String queue) {
        Queue<?> found = virtualHost().getAttainedQueue(queue);
        return found == null ? 0 : found.getAvailableMessages();
    }

    /** Stops it and breaks every connection; what it knew stays on disk. */
    public void kill() {
        launcher.shutdown();
    }

    /** Starts it again with what it knew, on the same port. */
    public void restart() {
        // Derby would write it into the directory where the tests run, and wait for the disk with each acknowledgement.
        System.setProperty("derby.stream.error.file", directory.resolve("derby.log").toString());
        System.setProperty("derby.system.durability", "test");
        Map<String, Object> attributes = new HashMap<>();
        attributes.put("type", "JSON");
        attributes.put("storePath", directory.resolve("config.json").toString());
        attributes.put("initialConfigurationLocation", configuration().toUri().toString());
        attributes.put("startupLoggedToSystemOut", "false");
        attributes.put("context", Map.of("qpid.work_dir", directory.toString()));
        launcher = new SystemLauncher(new SystemLauncherListener.DefaultSystemLauncherListener() {
            @Override
            public void onContainerResolve(SystemConfig<?> config) {
                system = config;
            }
        });
        try {
            launcher.startup(attributes);
        } catch (Exception e) {
            throw new IllegalStateException("Broker-J could not be started", e);
        }
    }

    @Override
    public void close() {
        launcher.shutdown();
        TempDirectory.delete(directory);
    }

    private QueueManagingVirtualHost<?> virtualHost() {
        Broker<?> broker = (Broker<?>) system.getContainer();
        return (QueueManagingVirtualHost<?>) broker.findDefautVirtualHostNode().getVirtualHost();
    }

    private Path configuration() {
        return directory.resolve("initial.json");
    }
}
