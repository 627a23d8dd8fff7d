package io.gobridge.camel.transport;

import java.util.Optional;

import io.gobridge.camel.delivery.Capabilities;
import org.apache.camel.Endpoint;

/**
 * Speaks to one kind of broker. Found through Camel's FactoryFinder under {@code META-INF/services/org/apache/camel/
 * gobridge-transport/<default name of the endpoint's component>}, so a user can add one; created once per CamelContext
 * with its public no-argument constructor. Thread-safe.
 */
public interface Transport {

    /** Returns the name used in logs and documentation, for example {@code sqs}. */
    String name();

    /** Returns what its sources can do in general; {@link Receiver#capabilities()} says it for one source. */
    Capabilities capabilities();

    /**
     * Returns what carries each part of an envelope on the wire, for documentation; empty when it is handed on as it
     * is, or when nobody described it.
     */
    default Optional<Carriers> carriers() {
        return Optional.empty();
    }

    /** Tells whether its targets understand headers such as {@code CamelFileName}; the others never see them. */
    default boolean takesCamelHeaders() {
        return false;
    }

    /** Returns the key of the session that the endpoint belongs to: endpoints with one key share one connection. */
    String sessionKey(Endpoint endpoint);

    /** Opens a session. The caller opens one per key and closes it when its last receiver and sender are closed. */
    Session session(String key);
}
