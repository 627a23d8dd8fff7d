package io.gobridge.camel;

import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.MessageForm;
import io.gobridge.camel.deadletter.RedriveFailure;
import io.gobridge.camel.deadletter.Redriver;
import io.gobridge.camel.delivery.Settlement;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;

/** Takes dead letters through the routes of its CamelContext, or to the bindings of its producers. Thread-safe. */
final class ContextRedriver implements Redriver {

    private final CamelContext context;
    private final BridgeRuntime runtime;

    ContextRedriver(CamelContext context, BridgeRuntime runtime) {
        this.context = context;
        this.runtime = runtime;
    }

    @Override
    public CompletionStage<Optional<RedriveFailure>> redrive(DeadLetter entry, Envelope message) {
        try {
            return entry.form() == MessageForm.OUTGOING ? toBinding(entry, message) : throughRoute(entry, message);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(Optional.of(failed(entry, e)));
        }
    }

    private CompletionStage<Optional<RedriveFailure>> throughRoute(DeadLetter entry, Envelope message) {
        Route route = context.getRoute(entry.routeId());
        if (route != null && route.getConsumer() instanceof GoBridgeConsumer consumer) {
            return consumer.redrive(entry, message);
        }
        return notRun(entry, "Route '" + entry.routeId() + "' is no route of this CamelContext that begins with gobridge:");
    }

    private CompletionStage<Optional<RedriveFailure>> toBinding(DeadLetter entry, Envelope message) {
        // The binding may be a producer of its own as well, but it was an outbox that gave the message up.
        Optional<GoBridgeProducer> producer = runtime.producers().stream().filter(one -> one.sendsTo(entry.binding()))
                .max(Comparator.comparing(GoBridgeProducer::keepsMessages));
        return producer.isEmpty()
                ? notRun(entry, "No gobridge producer of this CamelContext sends to binding '" + entry.binding() + "' now")
                : producer.get().redrive(entry, message).handle(
                        (sent, error) -> error == null ? Optional.empty() : Optional.of(failed(entry, error)));
    }

    private static CompletionStage<Optional<RedriveFailure>> notRun(DeadLetter entry, String why) {
        return CompletableFuture.completedFuture(Optional.of(RedriveFailure.notRun(entry,
                BridgeException.of(FailureCode.NO_BINDING_MATCH, why + "; the dead letter stays"))));
    }

    private RedriveFailure failed(DeadLetter entry, Throwable error) {
        BridgeException failure = runtime.failures().of(Failures.unwrapped(error));
        return RedriveFailure.ofRun(category(entry, failure),
                FailedRun.of(runtime.scheduler().clock().instant(), failure));
    }

    /** What time or an operator may mend says nothing new about the message. */
    private static DeadLetterCategory category(DeadLetter entry, BridgeException failure) {
        if (failure.kind() == FailureKind.EXPIRED) {
            return DeadLetterCategory.EXPIRED;
        }
        return failure.kind() == FailureKind.TRANSIENT || Settlement.isWait(failure)
                ? entry.category() : Settlement.categoryOf(failure);
    }
}
