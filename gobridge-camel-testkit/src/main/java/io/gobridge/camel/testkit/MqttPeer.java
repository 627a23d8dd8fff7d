package io.gobridge.camel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A broker of which a test writes every packet, for what real brokers do not do on demand: it accepts connections, and
 * the test says what is expected and what is sent on each. Used from one thread; what the client under test sends
 * meanwhile waits in the socket.
 */
public final class MqttPeer implements AutoCloseable {

    /** How long a test waits for what it expects. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ServerSocket server;
    private final Queue<MqttPeerConnection> connections = new ConcurrentLinkedQueue<>();

    private MqttPeer(ServerSocket server) {
        this.server = server;
    }

    /** Listens on a free port of the loopback address. */
    public static MqttPeer listen() {
        try {
            ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            server.setSoTimeout((int) PATIENCE.toMillis());
            return new MqttPeer(server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns where clients connect to. */
    public String brokerUrl() {
        return "tcp://127.0.0.1:" + server.getLocalPort();
    }

    /** Waits for the next client and its CONNECT, and answers nothing. */
    public MqttPeerConnection accept() {
        try {
            Socket socket = server.accept();
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) PATIENCE.toMillis());
            MqttPeerConnection connection = new MqttPeerConnection(socket);
            connections.add(connection);
            connection.expect(MqttPacket.Type.CONNECT);
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException("No client connected within " + PATIENCE, e);
        }
    }

    @Override
    public void close() {
        connections.forEach(MqttPeerConnection::close);
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
