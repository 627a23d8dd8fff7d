package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.TransportHealth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Polls for as many messages as are demanded and for none otherwise. Thread-safe; never ends but by {@link #stop}.
 * <ol>
 * <li>One poll is under way while there is demand; it asks for all of it, up to ten messages.</li>
 * <li>While messages flow, a poll waits a few milliseconds until it can ask for several.</li>
 * <li>While polls come back full, more of them run beside each other, as long as each can ask for a full batch.</li>
 * <li>After an error no poll starts for 1 s, then 2 s, up to 30 s.</li>
 * <li>A poll that is under way at the stop is left alone: the answer that comes after it is given back.</li>
 * </ol>
 */
final class PollLoop {

    private static final Logger LOG = LoggerFactory.getLogger(PollLoop.class);

    /** Short against what a message takes, long enough for others to be settled. */
    private static final Duration PATIENCE = Duration.ofMillis(5);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Where messages come from and go to. All methods are called on threads that may block. */
    interface Source {

        /** Waits for messages, up to so many. */
        List<Message> receive(int most);

        /** Takes one message; called for one after the other. */
        void take(Message message);

        /** Gives back messages that nobody took; throws when that failed. */
        void giveBack(List<Message> messages);
    }

    /**
     * @param polls      most polls beside each other
     * @param batch      most messages of one poll
     * @param enough     demand that is worth a poll while messages flow; less than that waits a moment for more
     * @param emptyPause how long to wait after an empty answer; zero when the poll itself waits
     */
    record Settings(int polls, int batch, int enough, Duration emptyPause) {
    }

    private final Source source;
    private final Settings settings;
    private final Executor executor;
    private final Scheduler scheduler;

    private final ReentrantLock lock = new ReentrantLock();
    /** Held while messages are handed over, so that they are handed over one after the other. */
    private final ReentrantLock handOver = new ReentrantLock();
    /** Guarded by {@link #handOver}. */
    private RuntimeException notGivenBack;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private final PollDemand demand;
    private int failures;
    private boolean isPatient;
    private boolean isPaused = true;
    private volatile boolean isStopping;
    private volatile TransportHealth health = TransportHealth.UP;

    PollLoop(Source source, Settings settings, Executor executor, Scheduler scheduler) {
        this.source = source;
        this.settings = settings;
        this.demand = new PollDemand(settings);
        this.executor = executor;
        this.scheduler = scheduler;
    }

    /** Begins to poll. */
    void start() {
        lock.lock();
        try {
            isPaused = false;
        } finally {
            lock.unlock();
        }
        poll();
    }

    /** Adds demand. */
    void request(int deliveries) {
        lock.lock();
        try {
            demand.add(deliveries);
        } finally {
            lock.unlock();
        }
        poll();
    }

    /**
     * Starts no more polls; completes when nothing is being handed over any more and the rest is given back. Calling it
     * again reports the first outcome.
     */
    CompletionStage<Void> stop() {
        lock.lock();
        try {
            if (isStopping) {
                return stopped;
            }
            isStopping = true;
        } finally {
            lock.unlock();
        }
        try {
            executor.execute(this::finish);
        } catch (RuntimeException e) {
            stopped.completeExceptionally(SqsFailures.of(e, "Stopping to receive"));
        }
        return stopped;
    }

    /** Waits until who hands over has seen the flag, which he looks at before each message. */
    private void finish() {
        RuntimeException failure;
        handOver.lock();
        try {
            failure = notGivenBack;
        } finally {
            handOver.unlock();
        }
        if (failure == null) {
            stopped.complete(null);
        } else {
            stopped.completeExceptionally(failure);
        }
    }

    TransportHealth health() {
        return health;
    }

    private void poll() {
        int most = claim();
        while (most > 0) {
            int claimed = most;
            try {
                executor.execute(() -> pollOnce(claimed));
            } catch (RuntimeException | Error e) {
                failed(claimed, e);
                return;
            }
            most = claim();
        }
    }

    private int claim() {
        boolean waits = false;
        int most = 0;
        lock.lock();
        try {
            boolean isWanted = demand.wantsPoll() && !isPaused && !isStopping;
            if (isWanted && demand.isWorthAPoll()) {
                most = demand.claim();
            } else if (isWanted) {
                waits = !isPatient;
                isPatient = true;
            }
        } finally {
            lock.unlock();
        }
        if (waits) {
            scheduler.schedule(PATIENCE, this::losePatience);
        }
        return most;
    }

    private void losePatience() {
        lock.lock();
        try {
            isPatient = false;
            demand.stopWaiting();
        } finally {
            lock.unlock();
        }
        poll();
    }

    private void pollOnce(int most) {
        List<Message> messages;
        try {
            messages = source.receive(most);
        } catch (RuntimeException | Error e) {
            failed(most, e);
            return;
        }
        int taken = handOver(messages);
        boolean pauses = messages.isEmpty() && !settings.emptyPause().isZero();
        lock.lock();
        try {
            demand.answered(most, messages.size(), taken);
            failures = 0;
            isPaused = isPaused || pauses;
        } finally {
            lock.unlock();
        }
        health = TransportHealth.UP;
        if (pauses) {
            scheduler.schedule(settings.emptyPause(), this::start);
        }
        poll();
    }

    /** Returns how many were taken. */
    private int handOver(List<Message> messages) {
        int taken = 0;
        handOver.lock();
        try {
            int next = 0;
            while (next < messages.size() && !isStopping) {
                taken += take(messages.get(next)) ? 1 : 0;
                next++;
            }
            if (next < messages.size()) {
                giveBack(messages.subList(next, messages.size()));
            }
        } finally {
            handOver.unlock();
        }
        return taken;
    }

    /** Leaves a message that cannot even be handed over to the queue: given back, it would come again at once. */
    private boolean take(Message message) {
        try {
            source.take(message);
            return true;
        } catch (RuntimeException | Error e) {
            LOG.error("SQS message {} could not be handed over; it comes again when its time is over", message.messageId(), e);
            return false;
        }
    }

    private void giveBack(List<Message> messages) {
        try {
            source.giveBack(messages);
        } catch (RuntimeException e) {
            LOG.warn("{} messages arrived during the stop and stay invisible until their time is over", messages.size(), e);
            notGivenBack = e;
        }
    }

    private void failed(int most, Throwable error) {
        BridgeException failure = SqsFailures.of(error, "Receiving");
        boolean schedules;
        Duration pause;
        lock.lock();
        try {
            demand.failed(most);
            schedules = !isPaused && !isStopping;
            failures = schedules ? failures + 1 : failures;
            isPaused = true;
            pause = pause(failures);
        } finally {
            lock.unlock();
        }
        health = TransportHealth.down(failure.getMessage());
        if (schedules) {
            LOG.warn("{}; polls again in {}", failure.getMessage(), pause);
            LOG.debug("Why polling failed", failure);
            scheduler.schedule(pause, this::start);
        }
    }

    private static Duration pause(int failures) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(10, Math.max(0, failures - 1)));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
}
