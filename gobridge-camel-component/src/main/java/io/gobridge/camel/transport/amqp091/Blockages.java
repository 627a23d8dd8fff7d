package io.gobridge.camel.transport.amqp091;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;

import com.rabbitmq.client.Connection;

/**
 * Remembers which connections their broker blocks: it says so once for each, and a channel that is opened later would
 * not hear of it. Thread-safe.
 */
final class Blockages {

    private final Map<Connection, AtomicReference<String>> reasons = new WeakHashMap<>();

    /** Begins to listen to the connection, unless that was done before. */
    synchronized void watch(Connection connection) {
        if (!reasons.containsKey(connection)) {
            AtomicReference<String> reason = new AtomicReference<>("");
            reasons.put(connection, reason);
            connection.addBlockedListener(reason::set, () -> reason.set(""));
        }
    }

    /** Returns why the broker blocks the connection, empty when it does not. */
    synchronized String reason(Connection connection) {
        AtomicReference<String> reason = reasons.get(connection);
        return reason == null ? "" : reason.get();
    }
}
