package io.gobridge.camel.transport.amqp10;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.LateTimers;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AmqpLinkTest {

    private final LateTimers timers = new LateTimers();
    private final List<String> attempts = new ArrayList<>();
    private final AmqpLink unit = new AmqpLink(new NoUser());

    @Test
    void shouldConnectAgainAfterAWait() {
        unit.connect(unreachable("broker"));

        timers.run();

        assertThat(attempts).containsExactly("broker", "broker");
    }

    @Test
    void shouldNotConnectForATimerThatIsLateForTheDisconnect() {
        unit.connect(unreachable("broker"));
        unit.disconnect();

        timers.run();

        assertThat(attempts).containsExactly("broker");
    }

    @Test
    void shouldConnectAsWantedLastWhateverALateTimerWanted() {
        unit.connect(unreachable("former"));
        unit.disconnect();
        timers.run();

        unit.connect(unreachable("wanted"));

        assertThat(attempts).containsExactly("former", "wanted");
    }

    /** A client library that is given a list of brokers tries them in turn, without end. */
    @Test
    void shouldEndTheSearchForABrokerWhenItDisconnects() throws Exception {
        CountDownLatch searches = new CountDownLatch(1);
        ConnectionFactory factory = new JmsConnectionFactory("failover:(amqp://127.0.0.1:1)");
        ExecutorService threads = Executors.newCachedThreadPool();
        unit.connect(settings("a list", threads, () -> {
            searches.countDown();
            return factory.createConnection();
        }));
        assertThat(searches.await(20, TimeUnit.SECONDS)).isTrue();

        unit.disconnect();

        threads.shutdown();
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    /** Returns the settings of a connection to a broker that lets nobody connect. */
    private ConnectionSettings unreachable(String broker) {
        return settings(broker, Runnable::run, () -> {
            attempts.add(broker);
            throw new JMSException("no route to the broker");
        });
    }

    private ConnectionSettings settings(String broker, Executor executor, Connecting connecting) {
        ConnectionFactory factory = (ConnectionFactory) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] { ConnectionFactory.class }, (proxy, method, arguments) -> connecting.connect());
        return new ConnectionSettings(factory, "", broker, timers, new Random(1), executor);
    }

    /** What the factory does. */
    private interface Connecting {

        Connection connect() throws JMSException;
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
