package io.gobridge.camel.exchange;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** What a copy of an exchange sees of a delivery that is not its own: everything, but it cannot settle. */
final class ReadOnlyDelivery extends DeliveryView {

    ReadOnlyDelivery(Delivery original) {
        super(original);
    }

    @Override
    public Envelope envelope() {
        return source().envelope();
    }

    /** The copy goes on by itself when the original ends, but never on a thread of the broker or of the timer. */
    @Override
    public RunControl control() {
        RunControl original = source().control();
        return new RunControl(original.backoff(), original.continuation());
    }

    @Override
    public CompletionStage<Void> ack() {
        return refused();
    }

    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        return refused();
    }

    @Override
    public CompletionStage<Void> extend(Instant until) {
        return refused();
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        return refused();
    }

    private CompletionStage<Void> refused() {
        return CompletableFuture.failedFuture(BridgeException.of(FailureCode.NOT_SUPPORTED, "This exchange is a copy; delivery "
                                                                                            + envelope().id()
                                                                                            + " is settled by the exchange it was copied from"));
    }
}
