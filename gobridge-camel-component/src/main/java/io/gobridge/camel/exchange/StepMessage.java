package io.gobridge.camel.exchange;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/** What a step asks of the message that it is passed, and how it goes on with it. */
public final class StepMessage {

    private StepMessage() {
    }

    /**
     * Fails when the delivery behind the exchange was settled without this run, so that a step would work in vain.
     *
     * @throws BridgeException {@code PROCESSOR_TIMEOUT}
     */
    public static void refuseInVain(Exchange exchange) {
        Delivery delivery = delivery(exchange);
        if (delivery != null && delivery.control().isInVain()) {
            throw BridgeException.of(FailureCode.PROCESSOR_TIMEOUT, "Delivery " + delivery.envelope().id()
                                                                    + " was settled without this run; the run ends here");
        }
    }

    /** Tells whether the route settles the delivery itself, so that the end of the run says nothing about it. */
    public static boolean isSettledByHand(Exchange exchange) {
        return inFlight(exchange).filter(InFlight::isSettledByHand).isPresent();
    }

    /**
     * Returns what the message is recognised by: its dedup id, else its idempotency key, else its id, each from its
     * {@code CamelGoBridge*} header, else from the delivery; a part of a split has the path of the part with it. Empty
     * when there is none of them.
     */
    public static Optional<String> identity(Exchange exchange) {
        Delivery delivery = delivery(exchange);
        Optional<Envelope> received = Optional.ofNullable(delivery).map(Delivery::envelope);
        Identity known = received.map(Envelope::identity).orElse(Identity.NONE);
        Identity identity = new Identity(
                text(exchange, GoBridgeConstants.IDEMPOTENCY_KEY, known.idempotencyKey()),
                text(exchange, GoBridgeConstants.DEDUP_ID, known.dedupId()), "");
        String id = text(exchange, GoBridgeConstants.MESSAGE_ID, received.map(Envelope::id).orElse(""));
        return Optional.of(identity.attemptKey(id)).filter(key -> !key.isEmpty())
                .map(key -> PartPath.append(key, PartPath.of(exchange)));
    }

    private static String text(Exchange exchange, String header, String received) {
        String text = exchange.getMessage().getHeader(header, String.class);
        return text == null ? received : text;
    }

    /**
     * Ends the step with what the stage brings: at once when it is done, else on a thread of the route. A stage that
     * fails, or a next that throws, fails the exchange.
     *
     * @return whether the step ended at once, like {@link org.apache.camel.AsyncProcessor#process}
     */
    public static <T> boolean goOn(Exchange exchange, CompletionStage<T> stage, Consumer<T> next, AsyncCallback callback) {
        boolean isDone = stage.toCompletableFuture().isDone();
        stage.whenComplete((value, error) -> {
            if (isDone) {
                end(exchange, value, error, next);
            } else {
                control(exchange).goOn(() -> {
                    end(exchange, value, error, next);
                    callback.done(false);
                });
            }
        });
        if (isDone) {
            callback.done(true);
        }
        return isDone;
    }

    private static <T> void end(Exchange exchange, T value, Throwable error, Consumer<T> next) {
        if (error != null) {
            exchange.setException(Failures.unwrapped(error));
            return;
        }
        try {
            next.accept(value);
        } catch (RuntimeException | Error e) {
            exchange.setException(e);
        }
    }

    private static RunControl control(Exchange exchange) {
        Delivery delivery = delivery(exchange);
        return delivery == null ? new RunControl() : delivery.control();
    }

    private static Delivery delivery(Exchange exchange) {
        return exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
    }

    /** A copy sees a view of the delivery, maybe of a view. */
    static Optional<InFlight> inFlight(Exchange exchange) {
        Delivery delivery = delivery(exchange);
        while (delivery instanceof ReadOnlyDelivery view) {
            delivery = view.source();
        }
        return delivery instanceof InFlight inFlight ? Optional.of(inFlight) : Optional.empty();
    }
}
