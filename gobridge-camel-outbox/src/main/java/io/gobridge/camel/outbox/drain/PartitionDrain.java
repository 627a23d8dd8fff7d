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
import io.gobridge.camel.outbox.store.OutboxStore;

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

    /** Records that wait for their next send, beyond which no more are read: something is wrong with the target. */
    private static final int MOST_HELD = 10_000;
    /** How long a slow send keeps the others of its batch from being settled. */
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);

    private final Lease lease;
    private final DrainPorts ports;
    private final Unsettled unsettled = new Unsettled();
    private final LowWater lowWater = new LowWater();
    private final ReadSize readSize = new ReadSize();
    private final DrainProgress progress;
    private final DrainReport report;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    private long sendsUntil;
    private boolean hasFailed;
    private boolean isCycling;
    private boolean isWoken;
    private boolean isClosing;
    private boolean isOver;
    private Scheduler.Task timer = () -> {
    };

    PartitionDrain(Lease lease, DrainPorts ports) {
        this.lease = lease;
        this.ports = ports;
        this.progress = new DrainProgress(
                ports.scheduler().clock(), ports.settings().leaseTtl(), ports.ticker().nanos());
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
        return progress.isStalled(ports.ticker().nanos());
    }

    /** Begins to send, or looks at once for more. */
    void wake() {
        synchronized (this) {
            isWoken = true;
            readSize.woken();
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
            isClosing = true;
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
            ports.executor().execute(work);
        } catch (RejectedExecutionException e) {
            end();
        } catch (RuntimeException | Error e) {
            // No thread to be had, for now.
            report.cycleFailed(BridgeException.of(FailureCode.INTERNAL, "A drain cycle did not begin", e), AFTER_FAILURE);
            synchronized (this) {
                isCycling = false;
                timer = ports.scheduler().schedule(AFTER_FAILURE, this::run);
            }
        }
    }

    private void cycle() {
        long begun = ports.ticker().nanos();
        Cycle cycle = next(begun);
        try {
            Claim claim = ports.store().cycle(cycle);
            report.cycleEnded(cycle, claim, Duration.ofNanos(ports.ticker().nanos() - begun));
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
        isWoken = false;
        int limit = limit();
        return unsettled.cycle(lease, ports.settings(), limit > 0 ? lowWater.next(now) : 0, limit, now);
    }

    private int limit() {
        if (isClosing || unsettled.heldRecords() > MOST_HELD || unsettled.bytes() >= OutboxStore.MOST_BYTES
                || !ports.pause().remaining().isZero()) {
            return 0;
        }
        return ports.pause().isProbing() ? 1 - Math.min(1, unsettled.size()) : readSize.batch() - unsettled.size();
    }

    private synchronized List<StoredRecord> claimed(Cycle cycle, Claim claim, long begun) {
        hasFailed = false;
        sendsUntil = begun + ports.settings().sendingTime().toNanos();
        int limit = cycle.claim().limit();
        int read = claim.records().size();
        long now = ports.ticker().nanos();
        readSize.read(read, limit, claim.records().stream().mapToLong(record -> record.encoded().size()).sum());
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
            hasFailed = true;
            progress.cycleFailed(String.valueOf(failure.getMessage()), ports.ticker().nanos());
        }
        report.cycleFailed(failure, AFTER_FAILURE);
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
        ready.forEach(record -> ports.lanes().send(() -> send(record)));
    }

    private CompletionStage<Void> send(StoredRecord record) {
        long databaseTime;
        synchronized (this) {
            long now = ports.ticker().nanos();
            boolean maySend = !isOver && !isClosing && now - sendsUntil < 0 && ports.pause().remaining().isZero();
            databaseTime = maySend ? unsettled.databaseTime(now) : 0;
        }
        if (databaseTime == 0) {
            ended(record, Verdict.UNSENT);
            return CompletableFuture.completedFuture(null);
        }
        return ports.sender().send(record, databaseTime).thenAccept(verdict -> ended(record, verdict));
    }

    private void ended(StoredRecord record, Verdict verdict) {
        Optional<StoredRecord> next;
        synchronized (this) {
            long now = ports.ticker().nanos();
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
            isLast = isClosing && !unsettled.isSending() && !unsettled.hasNews();
            wait = nextWait();
            if (!isLast && !wait.isZero()) {
                timer.cancel();
                timer = ports.scheduler().schedule(wait, this::run);
                return;
            }
        }
        if (isLast) {
            begin(this::release);
        } else {
            run();
        }
    }

    private Duration nextWait() {
        if (hasFailed) {
            return AFTER_FAILURE;
        }
        if (unsettled.isSending()) {
            return PATIENCE;
        }
        if (isClosing || isWoken || unsettled.hasNews()) {
            return Duration.ZERO;
        }
        Duration renewal = ports.settings().leaseTtl().dividedBy(3);
        Duration pause = ports.pause().remaining();
        if (!pause.isZero()) {
            return shorter(pause, renewal);
        }
        Duration look = readSize.nextLook(ports.settings().pace(), ports.random());
        long due = unsettled.nanosToNext(ports.ticker().nanos()).orElse(Long.MAX_VALUE);
        return shorter(shorter(look, renewal), Duration.ofNanos(due));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void release() {
        try {
            ports.leases().release(lease);
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
