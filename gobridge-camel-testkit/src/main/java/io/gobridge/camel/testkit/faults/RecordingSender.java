package io.gobridge.camel.testkit.faults;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;

/** Accepts every message at once and remembers it with its time: the target of a test that needs none. Thread-safe. */
public final class RecordingSender implements Sender {

    /**
     * A message that was sent.
     *
     * @param at      when
     * @param message what
     */
    public record Sent(Instant at, OutboundMessage message) {
    }

    private final Clock clock;
    private final List<Sent> sent = new ArrayList<>();

    /** Records the times of the system's clock. */
    public RecordingSender() {
        this(Clock.systemUTC());
    }

    /** Records the times of this clock. */
    public RecordingSender(Clock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<Void> send(OutboundMessage message) {
        sent.add(new Sent(clock.instant(), message));
        return CompletableFuture.completedFuture(null);
    }

    /** Returns what was sent, in order. */
    public synchronized List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** Returns how many messages were sent. */
    public synchronized int count() {
        return sent.size();
    }

    /** Returns the envelopes that were sent, in order. */
    public List<Envelope> envelopes() {
        return sent().stream().map(one -> one.message().envelope()).toList();
    }

    /** Returns the ids of the envelopes that were sent, in order. */
    public List<String> ids() {
        return envelopes().stream().map(Envelope::id).toList();
    }

    @Override
    public void cancel(OutboundMessage message) {
        // Every send is over before anybody could cancel it.
    }

    @Override
    public CompletionStage<Void> close() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public TransportHealth health() {
        return TransportHealth.UP;
    }
}
