package io.gobridge.camel;

import java.util.HashMap;
import java.util.Map;

import io.gobridge.camel.transport.ComponentName;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.Transport;
import io.gobridge.camel.transport.camel.CamelTransport;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.FactoryFinder;

/** Finds the transport of an endpoint and keeps one session per key for as long as somebody uses it. Thread-safe. */
final class Transports {

    static final String FACTORY_PATH = "META-INF/services/org/apache/camel/gobridge-transport/";

    private final FactoryFinder finder;
    private final Map<String, Transport> transports = new HashMap<>();
    private final Map<String, SharedSession> sessions = new HashMap<>();

    Transports(CamelContext context) {
        this.finder = context.getCamelContextExtension().getFactoryFinder(FACTORY_PATH);
    }

    /** Returns the transport of the endpoint's component, whatever scheme it was given. */
    synchronized Transport of(Endpoint endpoint) {
        return transports.computeIfAbsent(ComponentName.of(endpoint), this::create);
    }

    /** Returns the session that the endpoint belongs to, to be given back with {@link #release}. */
    synchronized Session acquire(Transport transport, Endpoint endpoint) {
        String key = key(transport, endpoint);
        SharedSession shared = sessions.computeIfAbsent(key,
                unused -> new SharedSession(transport.session(transport.sessionKey(endpoint))));
        shared.users++;
        return shared.session;
    }

    synchronized void release(Transport transport, Endpoint endpoint) {
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
