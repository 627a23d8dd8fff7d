package io.gobridge.camel.exchange;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.delivery.Outcome;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;

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
        return new StepRuntime(ContextBeans.clock(context), ContextBeans.failures(context));
    }

    /** Returns the clock that the bridges of the context go by. */
    public Clock clock() {
        return clock;
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
        Optional<InFlight> delivery = StepMessage.inFlight(exchange);
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
        return StepMessage.inFlight(exchange).flatMap(delivery -> StepRuntime.<T> bound(delivery, key, binding))
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
}
