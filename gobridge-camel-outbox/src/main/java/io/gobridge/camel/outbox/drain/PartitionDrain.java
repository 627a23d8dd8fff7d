package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.lease.LeaseKeeper;
import io.gobridge.camel.outbox.observe.Trouble;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.Cycle;

/**
 * Sends what one partition keeps, as long as this node holds its lease. It lives as long as the lease: the next holder
 * knows nothing of it. Thread-safe.
 *
 * <ol>
 * <li>a cycle renews the lease, tells the store what was sent, and reads what comes next
 * <li>what was read is sent, each sequence in its order, before the time of the lease is over
 * <li>the next cycle follows at once when there was something to do, else after a wait or a wake-up
 * </ol>
 */
final class PartitionDrain implements LeaseKeeper.HeldLease {

    private final Lease lease;
    private final DrainPorts ports;
    private final BindingDrain.Site site;
    private final Unsettled unsettled = new Unsettled();
    private final LowWater lowWater = new LowWater();
    private final DrainPacing pacing;
    private final DrainProgress progress;
    private final DrainReport report;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    private long sendsUntil;
    private boolean isCycling;
    private boolean isOver;
    private Scheduler.Task timer = () -> {
    };

    PartitionDrain(Lease lease, DrainPorts ports) {
        this.lease = lease;
        this.ports = ports;
        this.site = ports.site();
        this.pacing = new DrainPacing(ports, unsettled);
        this.progress = new DrainProgress(
                site.scheduler().clock(), ports.settings().leaseTtl(), site.ticker().nanos());
        this.report = new DrainReport(lease, ports);
    }

    Lease lease() {
        return lease;
    }

    @Override
    public synchronized boolean isOver() {
        return isOver;
    }

    /** Returns what the store did not do last; empty when it did. */
    synchronized Optional<Trouble> trouble() {
        return progress.trouble();
    }

    /** Tells whether there is something to do and nothing gets done. */
    synchronized boolean isStalled() {
        return progress.isStalled(site.ticker().nanos());
    }

    /** Begins to send, or looks at once for more. */
    void wake() {
        synchronized (this) {
            pacing.woken();
            if (unsettled.isSending()) {
                return;
            }
        }
        run();
    }

    /**
     * Sends no more. The stage completes when the sends under way have ended, the store knows of them, and the lease
     * was given back or lost.
     */
    @Override
    public CompletionStage<Void> close() {
        synchronized (this) {
            pacing.closing();
        }
        run();
        return over;
    }

    private void run() {
        begin(this::cycle);
    }

    private void begin(Runnable work) {
        synchronized (this) {
            if (isCycling || isOver) {
                return;
            }
            isCycling = true;
            timer.cancel();
        }
        try {
            site.executor().execute(work);
        } catch (RejectedExecutionException e) {
            end();
        } catch (RuntimeException | Error e) {
            // No thread to be had, for now.
            report.cycleFailed(BridgeException.of(FailureCode.INTERNAL, "A drain cycle did not begin", e),
                    DrainPacing.AFTER_FAILURE);
            synchronized (this) {
                isCycling = false;
                timer = site.scheduler().schedule(DrainPacing.AFTER_FAILURE, this::run);
            }
        }
    }

    private void cycle() {
        long begun = site.ticker().nanos();
        Cycle cycle = next(begun);
        try {
            Claim claim = site.store().cycle(cycle);
            report.cycleEnded(cycle, claim, Duration.ofNanos(site.ticker().nanos() - begun));
            send(claimed(cycle, claim, begun));
        } catch (BridgeException e) {
            failed(cycle, e);
        } catch (RuntimeException | Error e) {
            failed(cycle, BridgeException.of(FailureCode.INTERNAL, "A drain cycle under the " + lease + " failed", e));
        }
        synchronized (this) {
            isCycling = false;
        }
        goOn();
    }

    private synchronized Cycle next(long now) {
        int limit = pacing.nextLimit();
        return unsettled.cycle(lease, ports.settings(), limit > 0 ? lowWater.next(now) : 0, limit, now);
    }

    private synchronized List<StoredRecord> claimed(Cycle cycle, Claim claim, long begun) {
        sendsUntil = begun + ports.settings().sendingTime().toNanos();
        int limit = cycle.claim().limit();
        int read = claim.records().size();
        long now = site.ticker().nanos();
        pacing.cycleEnded(claim, limit);
        unsettled.told(cycle, now);
        List<StoredRecord> ready = unsettled.claimed(claim, now);
        progress.cycleEnded(read, limit > 0, unsettled.size(), now);
        if (limit > 0) {
            lowWater.note(begun, unsettled.floor(claim), claim);
        }
        return ready;
    }

    private void failed(Cycle cycle, BridgeException failure) {
        if (failure.code() == FailureCode.STALE_FENCING_TOKEN) {
            lost(cycle, failure);
            return;
        }
        synchronized (this) {
            unsettled.failed(cycle);
            pacing.cycleFailed();
            progress.cycleFailed(String.valueOf(failure.getMessage()), site.ticker().nanos());
        }
        report.cycleFailed(failure, DrainPacing.AFTER_FAILURE);
    }

    private void lost(Cycle cycle, BridgeException why) {
        int unconfirmed;
        synchronized (this) {
            unsettled.failed(cycle);
            unconfirmed = unsettled.unconfirmed();
        }
        report.leaseLost(unconfirmed, why);
        end();
    }

    private void send(List<StoredRecord> ready) {
        ready.forEach(record -> ports.sends().lanes().send(() -> send(record)));
    }

    private CompletionStage<Void> send(StoredRecord record) {
        long databaseTime;
        synchronized (this) {
            long now = site.ticker().nanos();
            boolean maySend
                    = !isOver && !pacing.isClosing() && now - sendsUntil < 0 && ports.sends().pause().remaining().isZero();
            databaseTime = maySend ? unsettled.databaseTime(now) : 0;
        }
        if (databaseTime == 0) {
            ended(record, Verdict.UNSENT);
            return CompletableFuture.completedFuture(null);
        }
        return ports.sends().sender().send(record, databaseTime).thenAccept(verdict -> ended(record, verdict));
    }

    private void ended(StoredRecord record, Verdict verdict) {
        Optional<StoredRecord> next;
        synchronized (this) {
            long now = site.ticker().nanos();
            next = unsettled.ended(record, verdict, now);
            progress.ended(verdict.ending(), now);
        }
        if (next.isPresent()) {
            send(List.of(next.get()));
        } else if (!isSending()) {
            goOn();
        }
    }

    private synchronized boolean isSending() {
        return unsettled.isSending();
    }

    /** Decides what follows, when a cycle or a send has ended. */
    private void goOn() {
        boolean isLast;
        Duration wait;
        synchronized (this) {
            if (isCycling || isOver) {
                return;
            }
            isLast = pacing.isClosing() && !unsettled.isSending() && !unsettled.hasNews();
            wait = pacing.nextWait();
            if (!isLast && !wait.isZero()) {
                timer.cancel();
                timer = site.scheduler().schedule(wait, this::run);
                return;
            }
        }
        if (isLast) {
            begin(this::release);
        } else {
            run();
        }
    }

    private void release() {
        try {
            site.leases().release(lease);
        } catch (RuntimeException | Error e) {
            report.notGivenBack(e);
        }
        end();
    }

    private void end() {
        synchronized (this) {
            isOver = true;
            timer.cancel();
        }
        over.complete(null);
    }
}
