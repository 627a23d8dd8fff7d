package io.gobridge.camel.transport.mqtt;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import javax.net.SocketFactory;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.LateTimers;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MqttLinkTest {

    private final LateTimers timers = new LateTimers();
    private final List<String> attempts = new ArrayList<>();
    private final MqttLink unit = new MqttLink(new NoUsers());

    @Test
    void shouldConnectAgainAfterAWait() {
        unit.connect(settings("source"));

        timers.run();

        assertThat(attempts).containsExactly("source", "source");
    }

    @Test
    void shouldNotConnectForATimerThatIsLateForTheDisconnect() {
        unit.connect(settings("source"));
        unit.disconnect();

        timers.run();

        assertThat(attempts).containsExactly("source");
    }

    @Test
    void shouldConnectAsWantedLastWhateverALateTimerWanted() {
        unit.connect(settings("former"));
        unit.disconnect();
        timers.run();

        unit.connect(settings("wanted"));

        assertThat(attempts).containsExactly("former", "wanted");
    }

    /** Returns the settings of a client that no broker lets connect. */
    private LinkSettings settings(String clientId) {
        PahoMqtt5Configuration endpoint = new PahoMqtt5Configuration();
        endpoint.setBrokerUrl("tcp://localhost:1");
        endpoint.setSocketFactory(new Unreachable(clientId));
        return new LinkSettings(endpoint, clientId, true, 0, 1, timers, new Random(1), Runnable::run);
    }

    private final class Unreachable extends SocketFactory {

        private final String clientId;

        private Unreachable(String clientId) {
            this.clientId = clientId;
        }

        @Override
        public Socket createSocket() throws IOException {
            attempts.add(clientId);
            throw new IOException("no route to the broker");
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return createSocket();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return createSocket();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return createSocket();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return createSocket();
        }
    }

    private static final class NoUsers implements MqttLink.Users {

        @Override
        public void opened(MqttConnection connection) {
            throw new AssertionError("No broker was reachable");
        }

        @Override
        public void arrived(MqttConnection connection, String topic, MqttMessage message) {
            throw new AssertionError("No broker was reachable");
        }

        @Override
        public void lost(MqttConnection connection, BridgeException why) {
            // What comes of it is what the tests look at.
        }

        @Override
        public void down(BridgeException why) {
            // What comes of it is what the tests look at.
        }
    }
}
