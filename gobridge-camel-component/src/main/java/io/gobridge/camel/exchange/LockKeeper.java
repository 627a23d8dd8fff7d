package io.gobridge.camel.exchange;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.exchange.InFlight.State;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;

/**
 * Keeps the source waiting for every delivery in flight, and ends runs that take too long.
 *
 * <ol>
 * <li>a third of the lock window before each third is over, every unsettled delivery is extended by a whole window
 * <li>an extension that fails is tried again at the next third; when the source says that the lock is lost, or the
 * window is over, the delivery is given up
 * <li>a run that is not settled within the process timeout is ended
 * </ol>
 */
final class LockKeeper {

    private static final Duration LONGEST_TICK = Duration.ofSeconds(1);

    private final Duration processTimeout;
    private final Supplier<Capabilities> capabilities;
    private final Scheduler scheduler;
    private final Set<InFlight> inFlight;
    private final Intake intake;
    private volatile boolean isStopped;

    LockKeeper(Duration processTimeout, Supplier<Capabilities> capabilities, Scheduler scheduler, Set<InFlight> inFlight,
               Intake intake) {
        this.processTimeout = processTimeout;
        this.capabilities = capabilities;
        this.scheduler = scheduler;
        this.inFlight = inFlight;
        this.intake = intake;
    }

    void start() {
        scheduleNext();
    }

    void stop() {
        isStopped = true;
    }

    private Duration tick() {
        Duration shortest = min(LONGEST_TICK, processTimeout.dividedBy(4));
        Capabilities source = capabilities.get();
        Duration wanted = source.hasLock() ? min(shortest, source.lockWindow().dividedBy(12)) : shortest;
        return wanted.compareTo(Duration.ofMillis(10)) < 0 ? Duration.ofMillis(10) : wanted;
    }

    private void scheduleNext() {
        if (!isStopped) {
            scheduler.schedule(tick(), this::sweep);
        }
    }

    private void sweep() {
        try {
            sweepOnce();
        } finally {
            scheduleNext();
        }
    }

    private void sweepOnce() {
        Instant now = scheduler.clock().instant();
        for (InFlight delivery : inFlight) {
            if (delivery.isOverdue(now, processTimeout)) {
                intake.timedOut(delivery);
            } else if (delivery.capabilities().hasLock() && isOurs(delivery)) {
                keep(delivery, now);
            }
        }
    }

    private static boolean isOurs(InFlight delivery) {
        return delivery.state() != State.ENDED && !delivery.isLost();
    }

    private void keep(InFlight delivery, Instant now) {
        Duration window = delivery.capabilities().lockWindow();
        Instant extendFrom = delivery.lock().until().minus(window.multipliedBy(2).dividedBy(3));
        if (now.isBefore(extendFrom)) {
            return;
        }
        if (!delivery.lock().beginExtension()) {
            // An extension without an answer must not hide that the window is over.
            if (!now.isBefore(delivery.lock().until())) {
                intake.lost(delivery);
            }
            return;
        }
        Instant until = now.plus(window);
        Stages.call(() -> delivery.source().extend(until)).whenComplete((extended, error) -> {
            delivery.lock().endExtension();
            if (error == null) {
                delivery.lock().until(until);
            } else if (isLockLost(error) || !scheduler.clock().instant().isBefore(delivery.lock().until())) {
                intake.lost(delivery);
            }
        });
    }

    private static boolean isLockLost(Throwable error) {
        return Failures.unwrapped(error) instanceof BridgeException failure && failure.code() == FailureCode.LOCK_LOST;
    }

    private static Duration min(Duration left, Duration right) {
        return left.compareTo(right) <= 0 ? left : right;
    }
}
