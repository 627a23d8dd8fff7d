package io.gobridge.camel.outbox.drain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.transport.OutboundMessage;

/**
 * The senders of all routes that use one binding: each route closes its own when it stops, and what is kept goes
 * through one that is still open. Thread-safe.
 */
final class SharedSender {

    private final List<GuardedSender> open = new ArrayList<>();
    private final Map<GuardedSender, Integer> sending = new HashMap<>();
    private final Map<GuardedSender, CompletableFuture<Void>> leaving = new HashMap<>();

    /** Begins with the sender of the first route. */
    SharedSender(GuardedSender first) {
        open.add(first);
    }

    /** Adds the sender of one more route. */
    synchronized void add(GuardedSender sender) {
        open.add(sender);
    }

    /**
     * Sends no more through the sender unless another route added it too; the stage completes when it may be closed.
     * The last one stays: whoever removes it has ended the drain.
     */
    synchronized CompletionStage<Void> remove(GuardedSender sender) {
        if (open.size() > 1) {
            open.remove(sender);
        }
        return open.contains(sender) || !sending.containsKey(sender)
                ? CompletableFuture.completedFuture(null)
                : leaving.computeIfAbsent(sender, same -> new CompletableFuture<>());
    }

    /** Sends the message; see {@link GuardedSender#send}. */
    CompletionStage<Void> send(OutboundMessage message) {
        GuardedSender sender = begin();
        return sender.send(message, () -> {
        }).whenComplete((accepted, error) -> ended(sender));
    }

    private synchronized GuardedSender begin() {
        GuardedSender sender = open.get(0);
        sending.merge(sender, 1, Integer::sum);
        return sender;
    }

    private void ended(GuardedSender sender) {
        CompletableFuture<Void> left;
        synchronized (this) {
            left = sending.merge(sender, -1, SharedSender::sumOrNone) == null ? leaving.remove(sender) : null;
        }
        if (left != null) {
            left.complete(null);
        }
    }

    private static Integer sumOrNone(Integer before, Integer change) {
        int sum = before + change;
        return sum == 0 ? null : sum;
    }
}
