package io.gobridge.camel.exchange;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

import io.gobridge.camel.delivery.Scheduler;

/**
 * Lets the source be read as far as deliveries end, unless the target needs somebody to act:
 *
 * <ol>
 * <li>open: each free permit requests one more delivery
 * <li>a permanent failure of the target closes it: deliveries that failed are parked, permits are saved up
 * <li>after the wait one parked delivery probes the target; when it fails the same way, the gate stays closed
 * <li>when the probe ends in any other way, all parked ones run again and the saved permits are requested
 * </ol>
 */
final class IntakeGate {

    private final IntConsumer request;
    private final Consumer<InFlight> runAgain;
    private final Scheduler scheduler;

    private final Queue<InFlight> parked = new ArrayDeque<>();
    private InFlight probe;
    private boolean isClosed;
    private boolean isStopped;
    private boolean probeIsDue;
    private String reason = "";
    private int savedPermits;

    IntakeGate(IntConsumer request, Consumer<InFlight> runAgain, Scheduler scheduler) {
        this.request = request;
        this.runAgain = runAgain;
        this.scheduler = scheduler;
    }

    void permitFree() {
        synchronized (this) {
            if (isStopped) {
                return;
            }
            if (isClosed) {
                savedPermits++;
                return;
            }
        }
        request.accept(1);
    }

    /** Parks a held delivery whose target failed for good, and closes. */
    void park(InFlight delivery, String why, Duration wait) {
        synchronized (this) {
            if (isStopped) {
                return;
            }
            isClosed = true;
            reason = why;
            parked.add(delivery);
            if (delivery == probe) {
                probe = null;
            }
            if (probe != null || probeIsDue) {
                return;
            }
            probeIsDue = true;
        }
        scheduler.schedule(wait, this::probe);
    }

    /** Notes that a run ended in any other way than a permanent failure of the target. */
    void passed(InFlight delivery) {
        List<InFlight> released;
        int permits;
        synchronized (this) {
            if (delivery != probe) {
                return;
            }
            released = open();
            permits = takeSavedPermits();
        }
        released.forEach(runAgain);
        requestAll(permits);
    }

    /** Stops for good: nothing is requested and nothing runs again. */
    synchronized void stop() {
        isStopped = true;
        parked.clear();
    }

    /** Returns why the source is not read now, empty when it is. */
    synchronized Optional<String> closedBecause() {
        return isClosed ? Optional.of(reason) : Optional.empty();
    }

    private void probe() {
        InFlight next;
        int permits = 0;
        synchronized (this) {
            probeIsDue = false;
            if (isStopped || !isClosed) {
                return;
            }
            next = nextHeld();
            probe = next;
            if (next == null) {
                // What was parked has gone another way: the next delivery of the source finds out.
                open();
                permits = takeSavedPermits();
            }
        }
        if (next == null) {
            requestAll(permits);
        } else {
            runAgain.accept(next);
        }
    }

    /** Skips what was lost while it was parked: nobody would ever hear of such a probe again. */
    private InFlight nextHeld() {
        InFlight next = parked.poll();
        while (next != null && next.state() != InFlight.State.HELD) {
            next = parked.poll();
        }
        return next;
    }

    private List<InFlight> open() {
        isClosed = false;
        probe = null;
        reason = "";
        List<InFlight> released = new ArrayList<>(parked);
        parked.clear();
        return released;
    }

    private int takeSavedPermits() {
        int permits = savedPermits;
        savedPermits = 0;
        return permits;
    }

    private void requestAll(int permits) {
        if (permits > 0) {
            request.accept(permits);
        }
    }
}
