package io.gobridge.camel.exchange;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.delivery.Outcome;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ErrorClassifier;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.CamelContextHelper;

/**
 * Tells a step when what is behind it is over. There are two ends: that of the run, when the exchange ends, and that of
 * the delivery, when its source has been told for good, after as many runs as it took. In an exchange that no gobridge
 * consumer began the two are one. Steps form an onion: the step that was passed last hears first. Thread-safe.
 */
public final class StepRuntime {

    private final Clock clock;
    private final Outcomes outcomes;

    private StepRuntime(Clock clock, Failures failures) {
        this.clock = clock;
        this.outcomes = new Outcomes(failures);
    }

    /** Creates the runtime of steps in the context; a {@link Scheduler} in its registry gives the time. */
    public static StepRuntime of(CamelContext context) {
        Scheduler scheduler = CamelContextHelper.findSingleByType(context, Scheduler.class);
        return new StepRuntime(
                scheduler == null ? Clock.systemUTC() : scheduler.clock(),
                new Failures(List.copyOf(context.getRegistry().findByType(ErrorClassifier.class))));
    }

    /** Returns the clock that the bridges of the context go by. */
    public Clock clock() {
        return clock;
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
     * Calls the listener once, when this exchange ends, wherever it goes meanwhile. A part of a split, and a copy, ends
     * by itself. The listener must return at once and must not throw.
     */
    public void atRunEnd(Exchange exchange, Consumer<RunEnd> listener) {
        exchange.getExchangeExtension().addOnCompletion(new StepCompletion(ended -> listener.accept(endOf(ended))));
    }

    /**
     * Calls the listener like {@link #atRunEnd}, and the delivery is settled after the stage that it returns, whatever
     * that ends with, but at most 30 s later. Where no gobridge consumer began the exchange nobody waits.
     */
    public void beforeSettlement(Exchange exchange, Function<RunEnd, CompletionStage<Void>> listener) {
        Optional<InFlight> delivery = inFlight(exchange);
        exchange.getExchangeExtension().addOnCompletion(new StepCompletion(ended -> {
            CompletionStage<Void> noted = Stages.call(() -> listener.apply(endOf(ended)));
            delivery.ifPresent(waiting -> waiting.steps().await(noted));
        }));
    }

    /**
     * Returns what is bound to the delivery under the key since an earlier run, else binds a new one. It is called once
     * when the delivery has ended; where there is no delivery, or it ended before this exchange, when the exchange
     * ends.
     *
     * @param key compared with equals, the type of what is bound under it must not change
     */
    public <T extends Consumer<Ending>> T untilDeliveryEnd(Exchange exchange, Object key, Supplier<T> binding) {
        return inFlight(exchange).flatMap(delivery -> StepRuntime.<T> bound(delivery, key, binding))
                .orElseGet(() -> untilExchangeEnd(exchange, binding.get()));
    }

    @SuppressWarnings("unchecked")
    private static <T extends Consumer<Ending>> Optional<T> bound(InFlight delivery, Object key, Supplier<T> binding) {
        return (Optional<T>) delivery.steps().bind(key, binding);
    }

    private <T extends Consumer<Ending>> T untilExchangeEnd(Exchange exchange, T binding) {
        exchange.getExchangeExtension()
                .addOnCompletion(new StepCompletion(ended -> binding.accept(endingOf(outcomes.of(ended)))));
        return binding;
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

    private RunEnd endOf(Exchange exchange) {
        return RunEnd.of(outcomes.of(exchange), outcomes.handled(exchange).orElse(null));
    }

    /** Whoever began the exchange gets its failure, and will try again or not: to the step it has gone back. */
    private static Ending endingOf(Outcome outcome) {
        return outcome.failure().map(failure -> switch (failure.kind()) {
            case FILTERED -> Ending.FILTERED;
            case EXPIRED -> Ending.EXPIRED;
            case TRANSIENT, PERMANENT, REJECTED, FENCED -> Ending.RETURNED;
        }).orElse(Ending.COMPLETED);
    }

    private static Delivery delivery(Exchange exchange) {
        return exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
    }

    /** A copy sees a view of the delivery, maybe of a view. */
    private static Optional<InFlight> inFlight(Exchange exchange) {
        Delivery delivery = delivery(exchange);
        while (delivery instanceof ReadOnlyDelivery view) {
            delivery = view.source();
        }
        return delivery instanceof InFlight inFlight ? Optional.of(inFlight) : Optional.empty();
    }
}
