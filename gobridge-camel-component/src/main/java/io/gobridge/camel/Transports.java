package io.gobridge.camel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.transport.ComponentName;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.Transport;
import io.gobridge.camel.transport.camel.CamelTransport;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.FactoryFinder;

/**
 * Finds the transport of an endpoint, makes receivers and senders of it, and keeps one session per key for as long as
 * somebody uses it. Thread-safe.
 */
final class Transports {

    static final String FACTORY_PATH = "META-INF/services/org/apache/camel/gobridge-transport/";

    private final FactoryFinder finder;
    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final Executor io;
    private final Map<String, Transport> transports = new HashMap<>();
    private final Map<String, SharedSession> sessions = new HashMap<>();

    Transports(CamelContext context, Scheduler scheduler, RandomGenerator random, Executor io) {
        this.finder = context.getCamelContextExtension().getFactoryFinder(FACTORY_PATH);
        this.scheduler = scheduler;
        this.random = random;
        this.io = io;
    }

    /** Returns the transport of the endpoint's component, whatever scheme it was given. */
    synchronized Transport of(Endpoint endpoint) {
        return transports.computeIfAbsent(ComponentName.of(endpoint), this::create);
    }

    /** Makes a receiver, which its user closes; what gives back its session is added to the releases. */
    Receiver receiver(Endpoint source, int maxInFlight, EndpointCheck check, List<Runnable> releases) {
        return session(source, releases).receiver(new ReceiverSpec(source, maxInFlight, scheduler, random, io, check));
    }

    /** Makes a sender; what closes it is put before the other releases, what gives back its session behind them. */
    Sender sender(Endpoint target, EndpointCheck check, List<Runnable> releases) {
        Sender sender = session(target, releases).sender(new SenderSpec(target, scheduler, random, io, check));
        releases.add(0, sender::close);
        return sender;
    }

    private Session session(Endpoint endpoint, List<Runnable> releases) {
        Transport transport = of(endpoint);
        Session session = acquire(transport, endpoint);
        releases.add(() -> release(transport, endpoint));
        return session;
    }

    private synchronized Session acquire(Transport transport, Endpoint endpoint) {
        String key = key(transport, endpoint);
        SharedSession shared = sessions.computeIfAbsent(key,
                unused -> new SharedSession(transport.session(transport.sessionKey(endpoint))));
        shared.users++;
        return shared.session;
    }

    private synchronized void release(Transport transport, Endpoint endpoint) {
        String key = key(transport, endpoint);
        SharedSession shared = sessions.get(key);
        if (shared != null && --shared.users == 0) {
            sessions.remove(key);
            shared.session.close();
        }
    }

    private static String key(Transport transport, Endpoint endpoint) {
        return transport.name() + " " + transport.sessionKey(endpoint);
    }

    private Transport create(String component) {
        // Without a name the finder would read the directory itself.
        return component.isEmpty()
                ? new CamelTransport()
                : finder.newInstance(component, Transport.class).orElseGet(CamelTransport::new);
    }

    /** A session and how many receivers and senders use it. */
    private static final class SharedSession {

        private final Session session;
        private int users;

        private SharedSession(Session session) {
            this.session = session;
        }
    }
}
