package io.gobridge.camel.testkit.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;

/** Says the opposite of what happened to the first messages, then tells the truth. Thread-safe. */
public final class LyingSender extends SenderDecorator {

    private final AtomicInteger liesLeft;
    private final RuntimeException claimedFailure;

    private LyingSender(int lies, RuntimeException claimedFailure, Sender target) {
        super(target);
        this.liesLeft = new AtomicInteger(lies);
        this.claimedFailure = claimedFailure;
    }

    /** Says of so many messages that they were accepted, and loses them: what no bridge can notice. */
    public static LyingSender losing(int messages, Sender target) {
        return new LyingSender(messages, null, target);
    }

    /** Delivers so many messages and says that they failed: the lost answer that makes duplicates. */
    public static LyingSender denying(int messages, RuntimeException claimedFailure, Sender target) {
        return new LyingSender(messages, claimedFailure, target);
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        if (liesLeft.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            return target.send(message);
        }
        return claimedFailure == null
                ? CompletableFuture.completedFuture(null)
                : target.send(message).thenCompose(sent -> CompletableFuture.failedFuture(claimedFailure));
    }
}
