package io.gobridge.camel.processors.circuitbreaker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.gobridge.camel.exchange.RunEnd;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;

/**
 * The breaker of one key. Thread-safe.
 *
 * <ol>
 * <li>closed: all pass; so many countable failures without a success between them open it
 * <li>open: none passes until the reset timeout is over
 * <li>half-open: a few probes pass at once; a countable failure opens it again, enough successes close it
 * <li>each change begins a new {@link Period}; what passed in an older one says nothing any more
 * </ol>
 */
final class Breaker {

    /** Longest wait of those that come while probes are under way: soon it will be closed or open. */
    private static final Duration PROBING_WAIT = Duration.ofSeconds(1);

    private final String label;
    private final BreakerSettings settings;
    private final CircuitBreakerConfig counting;
    private final Predicate<BridgeException> isCountable;
    private final Clock clock;
    private final BreakerMeter meter;
    /** The only breaker of a step stays, and what passes it need not be counted. */
    private final boolean mayBeForgotten;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile Period period;

    Breaker(String label, BreakerRules rules) {
        this.label = label;
        this.settings = rules.settings();
        this.mayBeForgotten = !settings.key().isGlobal();
        this.counting = rules.counting();
        this.isCountable = rules.isCountable();
        this.clock = rules.clock();
        this.meter = rules.meter();
        this.period = new ClosedPeriod(this, counting);
    }

    /** Lets a message pass; empty when it must wait, see {@link #refusal()}. Whoever passed must come to its end. */
    Optional<Pass> pass() {
        Period current = period;
        Optional<Pass> pass = current instanceof ClosedPeriod closed ? closed.pass() : probe();
        if (pass.isEmpty()) {
            meter.refused(label);
        } else if (mayBeForgotten) {
            underWay.incrementAndGet();
        }
        return pass;
    }

    private synchronized Optional<Pass> probe() {
        Instant now = clock.instant();
        if (period instanceof OpenPeriod open && !now.isBefore(open.until())) {
            // A run may take as long as it likes, but not keep all others waiting for ever.
            begin(new HalfOpenPeriod(settings.halfOpenMaxProbes(), settings.resetTimeout().multipliedBy(2)),
                    BreakerState.HALF_OPEN);
        }
        if (period instanceof ClosedPeriod closed) {
            return closed.pass();
        }
        Pass probe = new Pass(this, period);
        return period instanceof HalfOpenPeriod halfOpen && halfOpen.begin(probe, now) ? Optional.of(probe) : Optional.empty();
    }

    /** Tells whether the run that began with this probe is still one of this breaker's. */
    boolean isProbing(Object probe) {
        return probe instanceof Pass pass && pass.isOf(this) && pass.period() == period;
    }

    /** Counts how the run of a message ended. */
    void ended(Pass pass, RunEnd end) {
        if (mayBeForgotten) {
            underWay.decrementAndGet();
        }
        if (pass.period() instanceof ClosedPeriod closed) {
            if (closed == period) {
                count(closed, end);
            }
        } else if (pass.period() instanceof HalfOpenPeriod halfOpen) {
            count(halfOpen, pass, end);
        }
    }

    private void count(ClosedPeriod closed, RunEnd end) {
        Optional<BridgeException> failure = end.failure();
        if (failure.isEmpty()) {
            closed.succeeded();
        } else if (isCountable.test(failure.get()) && closed.failed(failure.get())) {
            open(closed);
        }
    }

    private synchronized void count(HalfOpenPeriod halfOpen, Pass pass, RunEnd end) {
        if (!halfOpen.end(pass) || halfOpen != period) {
            return;
        }
        Optional<BridgeException> failure = end.failure();
        if (failure.isEmpty()) {
            if (halfOpen.succeeded() >= settings.successThreshold()) {
                begin(new ClosedPeriod(this, counting), BreakerState.CLOSED);
            }
        } else if (isCountable.test(failure.get())) {
            open(halfOpen);
        }
    }

    private synchronized void open(Period before) {
        if (before == period) {
            begin(new OpenPeriod(clock.instant().plus(settings.resetTimeout())), BreakerState.OPEN);
        }
    }

    private void begin(Period next, BreakerState state) {
        period = next;
        meter.changed(label, state);
    }

    /** Describes why a message does not pass, and when it should come again. */
    BridgeException refusal() {
        Duration wait = waitUntilProbes();
        BridgeException refusal = BridgeException
                .of(FailureCode.UNAVAILABLE, "The circuit breaker is " + state().text() + "; the message is held for " + wait)
                .withScope(FailureScope.TARGET).withRetryAfter(wait);
        return settings.pausesIntake() ? refusal.withPausedIntake() : refusal;
    }

    private Duration waitUntilProbes() {
        Duration shortWait = settings.resetTimeout().compareTo(PROBING_WAIT) < 0 ? settings.resetTimeout() : PROBING_WAIT;
        Duration remaining = period instanceof OpenPeriod open
                ? Duration.between(clock.instant(), open.until())
                : shortWait;
        return remaining.isNegative() ? Duration.ZERO : remaining;
    }

    BreakerState state() {
        Period current = period;
        if (current instanceof ClosedPeriod) {
            return BreakerState.CLOSED;
        }
        return current instanceof OpenPeriod ? BreakerState.OPEN : BreakerState.HALF_OPEN;
    }

    /** Tells whether forgetting this breaker now would lose something. */
    synchronized boolean isBusy(Instant now) {
        return underWay.get() > 0 || period.isBusy(now);
    }
}
