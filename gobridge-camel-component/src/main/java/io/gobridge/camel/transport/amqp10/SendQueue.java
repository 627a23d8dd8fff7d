package io.gobridge.camel.transport.amqp10;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

import io.gobridge.camel.failure.BridgeException;

/** The messages that wait for a link, in order, and those that wait for their outcome. Thread-safe. */
final class SendQueue {

    private final Deque<Outgoing> waiting = new ArrayDeque<>();
    /** By the stages: the client library changes a message as it sends it, and with that its hash. */
    private final Map<CompletionStage<Void>, Outgoing> underWay = new LinkedHashMap<>();

    CompletionStage<Void> add(Outgoing outgoing) {
        synchronized (this) {
            waiting.add(outgoing);
        }
        return outgoing.sent();
    }

    /** Returns the next one, which is under way from now on. */
    synchronized Optional<Outgoing> next() {
        Optional<Outgoing> next = Optional.ofNullable(waiting.poll());
        next.ifPresent(outgoing -> underWay.put(outgoing.sent(), outgoing));
        return next;
    }

    void accepted(Outgoing outgoing) {
        remove(outgoing);
        outgoing.sent().complete(null);
    }

    void failed(Outgoing outgoing, BridgeException why) {
        remove(outgoing);
        outgoing.sent().completeExceptionally(why);
    }

    void failWaiting(BridgeException why) {
        List<Outgoing> failed;
        synchronized (this) {
            failed = new ArrayList<>(waiting);
            waiting.clear();
        }
        failed.forEach(outgoing -> outgoing.sent().completeExceptionally(why));
    }

    /** Fails all that is under way: nobody knows what became of it. */
    void failUnderWay(Function<Outgoing, BridgeException> why) {
        List<Outgoing> failed;
        synchronized (this) {
            failed = new ArrayList<>(underWay.values());
            underWay.clear();
        }
        failed.forEach(outgoing -> outgoing.sent().completeExceptionally(why.apply(outgoing)));
    }

    /** Fails what matches. */
    void fail(Predicate<Outgoing> which, BridgeException why) {
        List<Outgoing> failed = new ArrayList<>();
        synchronized (this) {
            waiting.stream().filter(which).forEach(failed::add);
            underWay.values().stream().filter(which).forEach(failed::add);
            waiting.removeIf(which);
            underWay.values().removeIf(which);
        }
        failed.forEach(outgoing -> outgoing.sent().completeExceptionally(why));
    }

    /** A stage is equal to itself only, which is what is meant. */
    @SuppressWarnings("CollectionUndefinedEquality")
    private synchronized void remove(Outgoing outgoing) {
        underWay.remove(outgoing.sent());
    }
}
