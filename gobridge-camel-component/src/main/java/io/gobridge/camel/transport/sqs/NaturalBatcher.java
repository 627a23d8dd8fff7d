package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BatchResult;

/**
 * Puts into one call what waits while another is under way, and lets nothing wait for company. Thread-safe.
 * <ol>
 * <li>While no call is under way, an entry goes out at once.</li>
 * <li>While one is, entries wait; a full batch gets a call beside it, and so does anything else when the calls under
 * way take long, up to the limit of calls.</li>
 * <li>When a call ends, what waits by then goes into the next one.</li>
 * <li>When a call is refused for what may be one entry's fault, each entry gets a call of its own.</li>
 * </ol>
 */
final class NaturalBatcher<E extends BatchEntry> {

    /** SQS takes no more in one call. */
    static final int MOST_ENTRIES = 10;

    /** About what a call inside one region takes; who waits longer than that waits for a slow call. */
    private static final Duration LONG = Duration.ofMillis(20);

    /** One call with up to ten entries; it blocks and gives one result for each, in their order. */
    @FunctionalInterface
    interface Call<E> {
        List<BatchResult> run(List<E> batch);
    }

    private final Call<E> call;
    private final String what;
    private final int mostCalls;
    private final int mostBytes;
    private final Executor executor;
    private final Scheduler scheduler;

    private final ReentrantLock lock = new ReentrantLock();
    private final EntryQueue<E> queue = new EntryQueue<>();
    private final List<CompletableFuture<Void>> awaitingIdle = new ArrayList<>();
    private int calls;
    private boolean isWatched;
    private BridgeException closed;

    NaturalBatcher(String what, Call<E> call, Limits limits, Executor executor, Scheduler scheduler) {
        this.what = what;
        this.call = call;
        this.mostCalls = limits.calls();
        this.mostBytes = limits.bytes();
        this.executor = executor;
        this.scheduler = scheduler;
    }

    /** How many calls may be under way at once, and how much one may carry. */
    record Limits(int calls, int bytes) {
    }

    /** Takes the entry; its stage says what became of it. Never blocks, never throws. */
    CompletionStage<Void> submit(E entry) {
        boolean launches = false;
        boolean watches = false;
        BridgeException refusal;
        lock.lock();
        try {
            refusal = closed;
            if (refusal == null) {
                queue.add(entry);
                launches = claimCall();
                watches = claimWatch();
            }
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            entry.fail(refusal);
        }
        follow(launches, watches);
        return entry.done();
    }

    /** Takes out the first waiting entry that the predicate accepts. An entry that is under way stays. */
    Optional<E> remove(Predicate<E> wanted) {
        lock.lock();
        try {
            return queue.remove(wanted);
        } finally {
            lock.unlock();
        }
    }

    /** Completes when nothing waits and nothing is under way. */
    CompletionStage<Void> idle() {
        CompletableFuture<Void> idle = new CompletableFuture<>();
        lock.lock();
        try {
            if (calls > 0) {
                awaitingIdle.add(idle);
                return idle;
            }
        } finally {
            lock.unlock();
        }
        idle.complete(null);
        return idle;
    }

    /** Takes nothing more, fails what waits, and completes when nothing is under way. */
    CompletionStage<Void> close(BridgeException reason) {
        List<E> waiting;
        lock.lock();
        try {
            closed = reason;
            waiting = queue.removeAll();
        } finally {
            lock.unlock();
        }
        waiting.forEach(entry -> entry.fail(reason));
        return idle();
    }

    private boolean claimCall() {
        boolean isWanted = calls == 0 ? queue.ready() > 0 : calls < mostCalls && queue.ready() >= MOST_ENTRIES;
        if (isWanted) {
            calls++;
        }
        return isWanted;
    }

    private boolean claimWatch() {
        boolean isWanted = !isWatched && calls > 0 && calls < mostCalls && queue.ready() > 0;
        if (isWanted) {
            isWatched = true;
        }
        return isWanted;
    }

    private void follow(boolean launches, boolean watches) {
        if (watches) {
            scheduler.schedule(LONG, this::watch);
        }
        if (launches) {
            launch();
        }
    }

    /** Gives what still waits a call of its own: the calls under way are slow. */
    private void watch() {
        boolean launches;
        boolean watches;
        lock.lock();
        try {
            isWatched = false;
            launches = calls > 0 && calls < mostCalls && queue.ready() > 0;
            if (launches) {
                calls++;
            }
            watches = claimWatch();
        } finally {
            lock.unlock();
        }
        follow(launches, watches);
    }

    private void launch() {
        try {
            executor.execute(this::work);
        } catch (RuntimeException | Error e) {
            BridgeException failure = BridgeException.of(FailureCode.CONNECTION_LOST, what + " found no thread to run on", e);
            List<E> batch = take();
            finish(batch, failed(batch.size(), failure));
        }
    }

    /** Yields first, so that who sends or settles at this very moment gets aboard; nothing depends on it. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void work() {
        Thread.yield();
        List<E> batch = take();
        finish(batch, batch.isEmpty() ? List.of() : perform(batch));
    }

    private List<E> take() {
        lock.lock();
        try {
            return queue.take(MOST_ENTRIES, mostBytes);
        } finally {
            lock.unlock();
        }
    }

    private List<BatchResult> perform(List<E> batch) {
        try {
            return call.run(batch);
        } catch (RuntimeException | Error e) {
            BridgeException failure = SqsFailures.of(e, what);
            if (batch.size() == 1 || !SqsFailures.mayBlameOneMessage(failure)) {
                return failed(batch.size(), failure);
            }
        }
        List<BatchResult> results = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            results.add(new BatchResult(i, perform(List.of(batch.get(i))).get(0).error()));
        }
        return results;
    }

    /** Frees the call before it tells anybody, so that who listens at length delays no one but himself. */
    private void finish(List<E> batch, List<BatchResult> results) {
        boolean launches;
        boolean watches;
        List<CompletableFuture<Void>> idle = List.of();
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).conclude(results.get(i).error());
        }
        lock.lock();
        try {
            batch.forEach(queue::release);
            calls--;
            launches = claimCall();
            watches = claimWatch();
            if (calls == 0) {
                idle = List.copyOf(awaitingIdle);
                awaitingIdle.clear();
            }
        } finally {
            lock.unlock();
        }
        follow(launches, watches);
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).end(results.get(i).error());
        }
        idle.forEach(waiting -> waiting.complete(null));
    }

    private static List<BatchResult> failed(int size, BridgeException failure) {
        List<BatchResult> results = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            results.add(BatchResult.failed(i, failure));
        }
        return results;
    }
}
