package io.gobridge.camel.processors.circuitbreaker;

import java.util.function.Consumer;

import io.gobridge.camel.exchange.RunEnd;

/** Stands for one message that a breaker let pass, in the period in which it did. Compared by identity. */
final class Pass implements Consumer<RunEnd> {

    private final Breaker breaker;
    private final Period period;

    Pass(Breaker breaker, Period period) {
        this.breaker = breaker;
        this.period = period;
    }

    Period period() {
        return period;
    }

    boolean isOf(Breaker other) {
        return breaker == other;
    }

    boolean isProbe() {
        return period instanceof HalfOpenPeriod;
    }

    @Override
    public void accept(RunEnd end) {
        breaker.ended(this, end);
    }
}
