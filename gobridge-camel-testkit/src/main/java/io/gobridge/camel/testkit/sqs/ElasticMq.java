package io.gobridge.camel.testkit.sqs;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.elasticmq.NodeAddress;
import org.elasticmq.StrictSQSLimits$;
import org.elasticmq.actor.QueueManagerActor;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.elasticmq.util.NowProvider;
import scala.Option;
import scala.concurrent.Await;
import scala.concurrent.Awaitable;
import scala.concurrent.duration.Duration;
import scala.concurrent.duration.FiniteDuration;

/**
 * ElasticMQ in two parts: the queues, which live as long as this object, and the HTTP server in front of them, which
 * can be killed and started again. Not thread-safe.
 */
final class ElasticMq implements AutoCloseable {

    private static final FiniteDuration PATIENCE = Duration.create(30, TimeUnit.SECONDS);
    // the server must outwait a long poll of 20 s, and must not close connections that the door keeps
    private static final String CONFIG = """
            pekko.daemonic = on
            pekko.loglevel = WARNING
            pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off
            pekko.http.server.idle-timeout = infinite
            pekko.http.server.request-timeout = 30 s
            """;

    private final ActorSystem actors;
    private final ActorRef queues;
    private final NodeAddress publicAddress;
    private SQSRestServer server;
    private final int port;

    /** Starts with no queues, handing out queue URLs that lead to the public port. */
    ElasticMq(int publicPort) {
        var loader = ElasticMq.class.getClassLoader();
        var config = ConfigFactory.parseString(CONFIG).withFallback(ConfigFactory.load(loader));
        actors = ActorSystem.create("elasticmq", config, loader);
        queues = actors.actorOf(
                Props.create(QueueManagerActor.class, new NowProvider(), StrictSQSLimits$.MODULE$, Option.empty()));
        publicAddress = new NodeAddress("http", "127.0.0.1", publicPort, "");
        server = listen(0);
        port = server.waitUntilStarted().localAddress().getPort();
    }

    int port() {
        return port;
    }

    /** Stops listening and breaks every connection; requests in the middle get no answer. */
    void kill() {
        await(server.waitUntilStarted().terminate(Duration.create(1, TimeUnit.MILLISECONDS)));
    }

    /** Listens again on the same port, with the queues as they were. */
    void restart() {
        server = listen(port);
    }

    @Override
    public void close() {
        kill();
        await(actors.terminate());
    }

    private SQSRestServer listen(int wantedPort) {
        var started = SQSRestServerBuilder.withActorSystem(actors).withQueueManagerActor(queues)
                .withServerAddress(publicAddress).withInterface("127.0.0.1").withPort(wantedPort).start();
        started.waitUntilStarted();
        return started;
    }

    private static void await(Awaitable<?> ending) {
        try {
            Await.ready(ending, PATIENCE);
        } catch (TimeoutException e) {
            throw new IllegalStateException("ElasticMQ did not stop within " + PATIENCE, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
