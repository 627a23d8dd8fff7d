package io.gobridge.camel.testkit;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.SocketFactory;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.core.transaction.Transaction;

/**
 * Apache ActiveMQ Artemis in this process, speaking MQTT 5 over TCP, TLS and WebSocket and AMQP 1.0 over TCP on free
 * ports of the loopback address. Sessions and messages are on disk, so that they outlive {@link #kill()}. Not
 * thread-safe.
 */
public final class EmbeddedArtemis implements AutoCloseable {

    /** An address that begins with this exists only when somebody created it by hand: a link to it is refused. */
    public static final String UNKNOWN_UNTIL_CREATED = "strict.";

    private static final String PLAIN = "tcp://127.0.0.1:%d?protocols=MQTT";

    /** By default Artemis sends more than 64 KiB in frames at which Paho's WebSocket module ends the connection. */
    private static final String WHOLE_PACKETS = ";webSocketMaxFramePayloadLength=1048576";

    private final Path directory;
    private final TestCertificate certificate;
    private final int port = Ports.free();
    private final int tlsPort = Ports.free();
    private final int webSocketPort = Ports.free();
    private final int amqpPort = Ports.free();
    private final Set<String> forbidden = ConcurrentHashMap.newKeySet();
    private final boolean isPersistent;
    private EmbeddedActiveMQ server;

    private EmbeddedArtemis(Path directory, boolean isPersistent) {
        this.directory = directory;
        this.isPersistent = isPersistent;
        this.certificate = new TestCertificate(directory.resolve("broker.p12"));
    }

    /** Starts one that knows nothing yet. */
    public static EmbeddedArtemis start() {
        return start(true);
    }

    /** Starts one that writes nothing to disk, for measurements: it forgets all when it is stopped. */
    public static EmbeddedArtemis startInMemory() {
        return start(false);
    }

    private static EmbeddedArtemis start(boolean isPersistent) {
        EmbeddedArtemis artemis = new EmbeddedArtemis(TempDirectory.create("artemis"), isPersistent);
        artemis.restart();
        return artemis;
    }

    /** Returns the URL for MQTT over TCP, the same after {@link #restart()}. */
    public String brokerUrl() {
        return "tcp://127.0.0.1:" + port;
    }

    /** Returns the port for MQTT over TCP, the same after {@link #restart()}. */
    public int port() {
        return port;
    }

    /** Returns the URL for MQTT over TLS; its certificate is only trusted by {@link #socketFactory()}. */
    public String tlsUrl() {
        return "ssl://127.0.0.1:" + tlsPort;
    }

    /** Returns the URL for MQTT over WebSocket. */
    public String webSocketUrl() {
        return "ws://127.0.0.1:" + webSocketPort + "/mqtt";
    }

    /**
     * Returns the URL for AMQP 1.0, the same after {@link #restart()}; needs artemis-amqp-protocol on the classpath.
     */
    public String amqpUrl() {
        return "amqp://127.0.0.1:" + amqpPort;
    }

    /** Returns a factory of TLS sockets that trust this broker. */
    public SocketFactory socketFactory() {
        return certificate.context().getSocketFactory();
    }

    /** Breaks the connections of a client without a word to it. */
    public void cut(String clientId) {
        server.getActiveMQServer().getRemotingService().getConnections().stream()
                .filter(connection -> clientId.equals(connection.getClientID()))
                .forEach(connection -> connection.fail(new ActiveMQException("cut by a test")));
    }

    /** Returns how many messages wait or are unacknowledged in the queue of a client's session for a topic filter. */
    public long unacknowledged(String clientId, String topicFilter) {
        return messages(clientId + "." + topicFilter.replace('/', '.'));
    }

    /** Returns how many messages wait or are unacknowledged in a queue; 0 when there is none of that name. */
    public long messages(String queue) {
        var found = server.getActiveMQServer().locateQueue(SimpleString.of(queue));
        return found == null ? 0 : found.getMessageCount();
    }

    /**
     * Lets nobody send to an address from now on; whoever does is told that it is not authorized. MQTT's topic
     * {@code plant/hall} is the address {@code plant.hall}.
     */
    public void forbid(String address) {
        forbidden.add(address);
    }

    /** Lets everybody send to the address again. */
    public void allow(String address) {
        forbidden.remove(address);
    }

    /** Stops it and breaks every connection; what it knew stays on disk. */
    public void kill() {
        try {
            server.getActiveMQServer().fail(false);
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("Artemis could not be stopped", e);
        }
    }

    /** Starts it again with what it knew, on the same ports. */
    public void restart() {
        server = new EmbeddedActiveMQ();
        server.setConfiguration(configuration());
        try {
            server.start();
            server.getActiveMQServer().registerBrokerPlugin(new Doorkeeper(forbidden));
        } catch (Exception e) {
            throw new IllegalStateException("Artemis could not be started", e);
        }
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("Artemis could not be stopped", e);
        }
        TempDirectory.delete(directory);
    }

    private Configuration configuration() {
        String tls = PLAIN + ";sslEnabled=true;keyStoreType=PKCS12;keyStorePath=%s;keyStorePassword=%s";
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setPersistenceEnabled(isPersistent).setSecurityEnabled(false).setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO).setJournalFileSize(1 << 20).setJournalMinFiles(2)
                .setMaxDiskUsage(100)
                .setJournalDirectory(path("journal")).setBindingsDirectory(path("bindings"))
                .setLargeMessagesDirectory(path("large")).setPagingDirectory(path("paging"))
                .setNodeManagerLockDirectory(path("lock"));
        configuration.addAddressSetting("#", new AddressSettings().setDeadLetterAddress(SimpleString.of("DLQ"))
                .setExpiryAddress(SimpleString.of("expired")));
        configuration.addAddressSetting(UNKNOWN_UNTIL_CREATED + "#",
                new AddressSettings().setAutoCreateQueues(false).setAutoCreateAddresses(false));
        try {
            configuration.addAcceptorConfiguration("mqtt", String.format(PLAIN, port));
            if (speaksAmqp()) {
                configuration.addAcceptorConfiguration("amqp", String.format("tcp://127.0.0.1:%d?protocols=AMQP", amqpPort));
            }
            configuration.addAcceptorConfiguration("web", String.format(PLAIN + WHOLE_PACKETS, webSocketPort));
            configuration.addAcceptorConfiguration("tls",
                    String.format(tls, tlsPort, certificate.keyStore(), TestCertificate.PASSWORD));
        } catch (Exception e) {
            throw new IllegalStateException("Artemis does not take its configuration", e);
        }
        return configuration;
    }

    /** Artemis does not start with an acceptor for a protocol that is not on the classpath. */
    private static boolean speaksAmqp() {
        try {
            Class.forName("org.apache.activemq.artemis.protocol.amqp.broker.ProtonProtocolManagerFactory");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    /** Sends nobody away but those who send to a forbidden address. */
    private record Doorkeeper(Set<String> forbidden) implements ActiveMQServerMessagePlugin {

        @Override
        public void beforeSend(
                ServerSession session, Transaction tx, Message message, boolean direct, boolean noAutoCreateQueue)
                throws ActiveMQException {
            if (forbidden.contains(message.getAddress())) {
                throw new ActiveMQSecurityException("Nobody may send to " + message.getAddress());
            }
        }
    }
}
