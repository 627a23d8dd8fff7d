package io.gobridge.camel.testkit.faults;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;

/** Fails the first sends, without the target seeing them, then lets all through. Thread-safe. */
public final class FailingSender extends SenderDecorator {

    /** For a sender that fails until {@link #heal()}. */
    public static final int ALWAYS = Integer.MAX_VALUE;

    private final AtomicInteger failuresLeft;
    private final RuntimeException failure;
    private final Predicate<OutboundMessage> chosen;
    private final Clock clock;
    private final List<Instant> attempts = new ArrayList<>();

    /** Fails so many sends with the failure. */
    public FailingSender(int failures, RuntimeException failure, Sender target) {
        this(failures, failure, target, Clock.systemUTC(), message -> true);
    }

    /** Fails so many sends of the chosen messages with the failure, and notes the time of every send by the clock. */
    public FailingSender(int failures, RuntimeException failure, Sender target, Clock clock,
                         Predicate<OutboundMessage> chosen) {
        super(target);
        this.failuresLeft = new AtomicInteger(failures);
        this.failure = failure;
        this.clock = clock;
        this.chosen = chosen;
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        synchronized (attempts) {
            attempts.add(clock.instant());
        }
        boolean fails = chosen.test(message) && failuresLeft.getAndUpdate(left -> left > 0 ? left - 1 : 0) > 0;
        return fails ? CompletableFuture.failedFuture(failure) : target.send(message);
    }

    /** Lets everything through from now on. */
    public void heal() {
        failuresLeft.set(0);
    }

    /** Returns when a send was attempted, failed ones included. */
    public List<Instant> attempts() {
        synchronized (attempts) {
            return List.copyOf(attempts);
        }
    }
}
