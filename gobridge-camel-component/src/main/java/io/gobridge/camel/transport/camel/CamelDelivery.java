package io.gobridge.camel.transport.camel;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** A message that waits in the native exchange of its consumer. */
final class CamelDelivery implements Delivery {

    private final NativeExchange source;
    private final CamelEnvelopes.Received received;
    private final Capabilities capabilities;

    CamelDelivery(NativeExchange source, CamelEnvelopes.Received received, Capabilities capabilities) {
        this.source = source;
        this.received = received;
        this.capabilities = capabilities;
    }

    @Override
    public Envelope envelope() {
        return received.envelope();
    }

    @Override
    public Optional<BridgeException> defect() {
        return received.defect();
    }

    @Override
    public int attempt() {
        return 1;
    }

    @Override
    public IdentityKind identity() {
        return received.identity();
    }

    @Override
    public String group() {
        return "";
    }

    @Override
    public Map<String, Object> sourceHeaders() {
        return received.sourceHeaders();
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<Void> ack() {
        return source.complete();
    }

    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        return source.fail(reason);
    }

    @Override
    public CompletionStage<Void> extend(Instant until) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        return CompletableFuture.failedFuture(BridgeException.of(FailureCode.NOT_SUPPORTED,
                "A Camel endpoint has no dead-lettering that the bridge could use; message " + envelope().id()
                                                                                            + " stays unsettled"));
    }
}
