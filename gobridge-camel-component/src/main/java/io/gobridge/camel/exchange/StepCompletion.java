package io.gobridge.camel.exchange;

import java.util.function.Consumer;

import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * Tells a step that the exchange ended; it is handed over like {@link SettleOnCompletion}, which comes after it.
 */
final class StepCompletion extends SynchronizationAdapter {

    private final Consumer<Exchange> step;

    StepCompletion(Consumer<Exchange> step) {
        this.step = step;
    }

    @Override
    public void onDone(Exchange exchange) {
        step.accept(exchange);
    }
}
