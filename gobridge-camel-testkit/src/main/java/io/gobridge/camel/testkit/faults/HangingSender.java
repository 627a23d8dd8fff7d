package io.gobridge.camel.testkit.faults;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;

/**
 * Leaves every send without an answer and ignores a cancel, until the test lets one go. The target sees a message when
 * it is let go. Thread-safe.
 */
public final class HangingSender extends SenderDecorator {

    private final Queue<Hanging> hanging = new ArrayDeque<>();
    private final AtomicInteger sends = new AtomicInteger();
    private final AtomicInteger cancels = new AtomicInteger();

    /** Passes on to the target what is let go. */
    public HangingSender(Sender target) {
        super(target);
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        Hanging send = new Hanging(message, new CompletableFuture<>());
        synchronized (hanging) {
            hanging.add(send);
        }
        sends.incrementAndGet();
        return send.result();
    }

    @Override
    public void cancel(OutboundMessage message) {
        cancels.incrementAndGet();
    }

    /** Lets the oldest hanging send reach the target; false when none hangs. */
    public boolean letOneGo() {
        Hanging send = next();
        if (send == null) {
            return false;
        }
        target.send(send.message()).whenComplete((sent, error) -> {
            if (error == null) {
                send.result().complete(null);
            } else {
                send.result().completeExceptionally(error);
            }
        });
        return true;
    }

    /** Ends the oldest hanging send with this failure; false when none hangs. */
    public boolean failOne(RuntimeException failure) {
        Hanging send = next();
        return send != null && send.result().completeExceptionally(failure);
    }

    /** Returns how many sends hang now. */
    public int hanging() {
        synchronized (hanging) {
            return hanging.size();
        }
    }

    /** Returns how many sends were begun. */
    public int sends() {
        return sends.get();
    }

    /** Returns how many cancels were ignored. */
    public int cancels() {
        return cancels.get();
    }

    private Hanging next() {
        synchronized (hanging) {
            return hanging.poll();
        }
    }

    private record Hanging(OutboundMessage message, CompletableFuture<Void> result) {
    }
}
