package io.gobridge.camel.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Packets of this protocol are single bytes. */
class CuttingProxyTest {

    private ServerSocket listening;
    private CuttingProxy unit;
    private Socket client;
    private Socket server;

    @BeforeEach
    void connect() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        unit = CuttingProxy.before(listening.getLocalPort(), in -> new byte[] { in.readByte() });
        client = patient(new Socket(InetAddress.getLoopbackAddress(), unit.port()));
        server = patient(listening.accept());
    }

    @AfterEach
    void close() throws IOException {
        unit.close();
        client.close();
        server.close();
        listening.close();
    }

    @Test
    void shouldForwardBothWaysAndTheGoodbye() throws IOException {
        send(client, "question");
        assertThat(read(server, 8)).isEqualTo("question");
        send(server, "answer");
        assertThat(read(client, 6)).isEqualTo("answer");

        client.shutdownOutput();

        assertThat(server.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void shouldLoseThePacketBeforeWhichItCuts() throws IOException {
        unit.cutBefore(packet -> packet.isFromClient() && packet.number() == 3);

        send(client, "abcd");

        assertThat(rest(server)).isEqualTo("ab");
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThat(unit.cuts()).isEqualTo(1);
    }

    @Test
    void shouldPassThePacketAfterWhichItCutsAndNoOther() throws IOException {
        unit.cutAfter(packet -> !packet.isFromClient() && packet.bytes().get(0) == 'b');
        send(client, "b");

        send(server, "abcd");

        assertThat(rest(client)).isEqualTo("ab");
        assertThat(rest(server)).isEqualTo("b");
    }

    @Test
    void shouldCutOnceOnly() throws IOException {
        unit.cutBefore(packet -> true);
        send(client, "a");
        assertThat(rest(server)).isEmpty();

        try (Socket again = new Socket(InetAddress.getLoopbackAddress(), unit.port());
             Socket other = patient(listening.accept())) {
            send(again, "ab");

            assertThat(read(other, 2)).isEqualTo("ab");
        }
        assertThat(unit.accepted()).isEqualTo(2);
    }

    @Test
    void shouldTellNobodyThatNothingPassesUntilItDoesAgain() throws IOException {
        unit.hold();
        send(client, "held");
        client.shutdownOutput();
        server.setSoTimeout(100);
        assertThatThrownBy(() -> server.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        server.setSoTimeout(10_000);

        unit.release();

        assertThat(rest(server)).isEqualTo("held");
    }

    @Test
    void shouldBreakWhatWasConnectedWhileNothingPassed() throws IOException {
        unit.hold();

        try (Socket unheard = patient(new Socket(InetAddress.getLoopbackAddress(), unit.port()))) {
            await().until(() -> unit.accepted() == 2);
            unit.release();

            assertThat(unheard.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void shouldBreakAllConnectionsOfAProtocolThatItDoesNotKnow() throws IOException {
        try (CuttingProxy any = CuttingProxy.before(listening.getLocalPort(), Framing.NONE);
             Socket near = patient(new Socket(InetAddress.getLoopbackAddress(), any.port()));
             Socket far = patient(listening.accept())) {
            send(near, "question");
            assertThat(read(far, 8)).isEqualTo("question");

            any.cutAll();

            assertThat(near.getInputStream().read()).isEqualTo(-1);
            assertThat(far.getInputStream().read()).isEqualTo(-1);
        }
    }

    private static Socket patient(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String read(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
}
