package io.gobridge.camel.transport.amqp10;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.LateTimers;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AmqpLinkTest {

    private final LateTimers timers = new LateTimers();
    private final List<String> attempts = new ArrayList<>();
    private final AmqpLink unit = new AmqpLink(new NoUser());

    @Test
    void shouldConnectAgainAfterAWait() {
        unit.connect(settings("broker"));

        timers.run();

        assertThat(attempts).containsExactly("broker", "broker");
    }

    @Test
    void shouldNotConnectForATimerThatIsLateForTheDisconnect() {
        unit.connect(settings("broker"));
        unit.disconnect();

        timers.run();

        assertThat(attempts).containsExactly("broker");
    }

    @Test
    void shouldConnectAsWantedLastWhateverALateTimerWanted() {
        unit.connect(settings("former"));
        unit.disconnect();
        timers.run();

        unit.connect(settings("wanted"));

        assertThat(attempts).containsExactly("former", "wanted");
    }

    /** Returns the settings of a connection to a broker that lets nobody connect. */
    private ConnectionSettings settings(String broker) {
        ConnectionFactory factory = (ConnectionFactory) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] { ConnectionFactory.class }, (proxy, method, arguments) -> {
                    attempts.add(broker);
                    throw new JMSException("no route to the broker");
                });
        return new ConnectionSettings(factory, "", broker, timers, new Random(1), Runnable::run);
    }

    private static final class NoUser implements AmqpLink.User {

        @Override
        public void opened(AmqpConnection connection) {
            throw new AssertionError("No broker was reachable");
        }

        @Override
        public void lost(AmqpConnection connection, BridgeException why) {
            throw new AssertionError("There was no connection");
        }

        @Override
        public void down(BridgeException why) {
            // What comes of it is what the tests look at.
        }
    }
}
