package io.gobridge.camel.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * One client's connection to an {@link MqttPeer}. A connection that nobody reads from is a peer that stopped reading.
 */
public final class MqttPeerConnection implements AutoCloseable {

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    MqttPeerConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = socket.getOutputStream();
    }

    /**
     * Waits for the next packet that is no ping; pings are answered.
     *
     * @throws AssertionError when it is of another type
     */
    public MqttPacket expect(MqttPacket.Type type) {
        try {
            MqttPacket packet = MqttPacket.read(in);
            while (packet.type() == MqttPacket.Type.PINGREQ && type != MqttPacket.Type.PINGREQ) {
                send(MqttPacket.pingresp());
                packet = MqttPacket.read(in);
            }
            if (packet.type() != type) {
                throw new AssertionError("The client sent " + packet.type() + " instead of " + type);
            }
            return packet;
        } catch (IOException e) {
            throw new AssertionError("The client sent no " + type, e);
        }
    }

    /**
     * Waits for the next packet, whatever it is.
     *
     * @throws AssertionError when there is none
     */
    public MqttPacket next() {
        try {
            return MqttPacket.read(in);
        } catch (IOException e) {
            throw new AssertionError("The client sent nothing", e);
        }
    }

    /**
     * Lets the time pass.
     *
     * @throws AssertionError when the client sends anything meanwhile
     */
    public void expectSilence(Duration time) {
        try {
            socket.setSoTimeout((int) time.toMillis());
            MqttPacket packet = MqttPacket.read(in);
            throw new AssertionError("The client sent " + packet.type() + " where it should have kept still");
        } catch (SocketTimeoutException e) {
            restorePatience();
        } catch (IOException e) {
            throw new AssertionError("The client left", e);
        }
    }

    /**
     * Waits until the client closes the connection, whatever it sends before.
     *
     * @throws AssertionError when it does not
     */
    public void expectEnd() {
        try {
            while (in.read() >= 0) {
                // Whatever is still under way.
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("The client did not leave", e);
        } catch (IOException e) {
            // That is one way to leave.
        }
    }

    /** Answers a subscription to one filter with the reason code, below 0x80 the granted quality of service. */
    public void answerSubscribe(int reason) {
        send(MqttPacket.suback(expect(MqttPacket.Type.SUBSCRIBE).packetId(), reason));
    }

    /** Sends packets in one write. */
    public void send(MqttPacket... packets) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (MqttPacket packet : packets) {
            all.writeBytes(packet.toBytes());
        }
        sendRaw(all.toByteArray());
    }

    /** Sends any bytes, a packet or not. */
    public void sendRaw(byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Cuts the connection. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void restorePatience() {
        try {
            socket.setSoTimeout((int) MqttPeer.PATIENCE.toMillis());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
