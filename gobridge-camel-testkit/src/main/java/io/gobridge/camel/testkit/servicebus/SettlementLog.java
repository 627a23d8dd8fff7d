package io.gobridge.camel.testkit.servicebus;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

/** What clients asked for so far. Thread-safe. */
final class SettlementLog {

    private final List<SettlementCall> calls = new CopyOnWriteArrayList<>();

    /** @param message the message; null when the client does not hold its lock */
    void add(String entity, @Nullable StoredMessage message, SettlementCall.Wish wish) {
        add(entity, message == null ? "" : message.id(), wish, message != null);
    }

    void add(String entity, String id, SettlementCall.Wish wish, boolean isGranted) {
        calls.add(new SettlementCall(entity, id, wish, isGranted));
    }

    List<SettlementCall> calls() {
        return List.copyOf(calls);
    }
}
