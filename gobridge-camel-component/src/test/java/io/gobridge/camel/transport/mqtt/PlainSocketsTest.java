package io.gobridge.camel.transport.mqtt;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PlainSocketsTest {

    private final PlainSockets sockets = new PlainSockets(false);

    @Test
    void shouldNotHoldBackSmallPackets() throws IOException {
        try (Socket socket = sockets.createSocket()) {
            assertThat(socket.getTcpNoDelay()).isTrue();
            assertThat(socket.isConnected()).isFalse();
        }
    }

    @Test
    void shouldTakeAllThatHasArrivedWithTheFirstByte() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, loopback);
             Socket socket = sockets.createSocket()) {
            socket.connect(new InetSocketAddress(loopback, server.getLocalPort()));
            try (Socket peer = server.accept()) {
                peer.getOutputStream().write(new byte[] { 1, 2, 3 });
            }
            InputStream in = socket.getInputStream();

            assertThat(in.read()).isEqualTo(1);
            assertThat(in.available()).isEqualTo(2);
            assertThat(socket.getInputStream()).as("one buffer for one socket").isSameAs(in);
            assertThat(in.readAllBytes()).containsExactly(2, 3);
        }
    }

    @Test
    void shouldLetAReadTimeOutOnlyWhereNoByteIsLostByIt() throws IOException {
        try (Socket patient = sockets.createSocket();
             Socket impatient = new PlainSockets(true).createSocket()) {
            patient.setSoTimeout(1000);
            impatient.setSoTimeout(1000);

            assertThat(patient.getSoTimeout()).isZero();
            assertThat(impatient.getSoTimeout()).isEqualTo(1000);
        }
    }

    @Test
    void shouldConnectAtOnceWhenTheAddressIsGiven() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 4, loopback);
             Socket byName = sockets.createSocket(loopback.getHostAddress(), server.getLocalPort());
             Socket byAddress = sockets.createSocket(loopback, server.getLocalPort());
             Socket bound = sockets.createSocket(loopback, server.getLocalPort(), loopback, 0)) {
            assertThat(byName.isConnected()).isTrue();
            assertThat(byAddress.isConnected()).isTrue();
            assertThat(bound.getLocalAddress()).isEqualTo(loopback);
        }
    }
}
