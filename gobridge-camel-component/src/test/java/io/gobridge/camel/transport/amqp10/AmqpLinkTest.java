package io.gobridge.camel.transport.amqp10;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;

import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AmqpLinkTest {

    private final List<Runnable> timers = new ArrayList<>();
    private final List<Runnable> work = new ArrayList<>();
    private final AmqpLink unit = new AmqpLink(new Deaf());

    @Test
    void shouldNotConnectAgainWhenATimerRunsThoughItWasCancelled() {
        unit.connect(settings());
        work.remove(0).run();
        Runnable tryAgain = timers.get(timers.size() - 1);

        unit.disconnect();
        tryAgain.run();

        assertThat(work).isEmpty();
    }

    /** A client library that is given a list of brokers tries them in turn, without end. */
    @Test
    void shouldEndTheSearchForABrokerWhenItDisconnects() throws Exception {
        CountDownLatch searches = new CountDownLatch(1);
        ExecutorService threads = Executors.newCachedThreadPool();
        unit.connect(settings(searching(searches), threads));
        assertThat(searches.await(20, TimeUnit.SECONDS)).isTrue();

        unit.disconnect();

        threads.shutdown();
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    private ConnectionSettings settings() {
        return settings(unreachable(), work::add);
    }

    private ConnectionSettings settings(ConnectionFactory factory, Executor executor) {
        return new ConnectionSettings(factory, "", "a broker", new Uncancellable(), executor);
    }

    private static ConnectionFactory searching(CountDownLatch searches) {
        ConnectionFactory factory = new JmsConnectionFactory("failover:(amqp://127.0.0.1:1)");
        return (ConnectionFactory) Proxy.newProxyInstance(AmqpLinkTest.class.getClassLoader(),
                new Class<?>[] { ConnectionFactory.class }, (self, method, args) -> {
                    searches.countDown();
                    return factory.createConnection();
                });
    }

    private static ConnectionFactory unreachable() {
        return (ConnectionFactory) Proxy.newProxyInstance(AmqpLinkTest.class.getClassLoader(),
                new Class<?>[] { ConnectionFactory.class }, (self, method, args) -> {
                    throw new JMSException("nobody is there");
                });
    }

    /** Its timers run when the test says so, as those do that were due already. */
    private final class Uncancellable implements Scheduler {

        @Override
        public Clock clock() {
            return new ManualScheduler().clock();
        }

        @Override
        public Task schedule(Duration wait, Runnable task) {
            timers.add(task);
            return () -> {
            };
        }
    }

    private static final class Deaf implements AmqpLink.User {

        @Override
        public void opened(AmqpConnection connection) {
            throw new AssertionError("There is no connection");
        }

        @Override
        public void lost(AmqpConnection connection, BridgeException why) {
            throw new AssertionError("There is no connection");
        }

        @Override
        public void down(BridgeException why) {
            // Nobody waits.
        }
    }
}
