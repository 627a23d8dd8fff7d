package io.gobridge.camel.transport.servicebus;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Scheduler;
import reactor.core.publisher.Mono;

/**
 * Notices that a connection is silent although nobody closed it: asks from time to time, while nothing else is heard,
 * and tells when the answer stays away, and when one comes again. Thread-safe.
 */
final class Pulse {

    /** With the longest wait for an answer, and one time that is skipped, it is noticed within 20 s. */
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

    private final Scheduler scheduler;
    private final Supplier<Mono<?>> question;
    private final Consumer<Boolean> listener;
    private final AtomicBoolean wasHeard = new AtomicBoolean();
    private volatile boolean isSilent;
    private volatile boolean isStopped;

    /**
     * @param question what the other side can answer without effect
     * @param listener is told with true that the other side fell silent, and with false that it answers again
     */
    Pulse(Scheduler scheduler, Supplier<Mono<?>> question, Consumer<Boolean> listener) {
        this.scheduler = scheduler;
        this.question = question;
        this.listener = listener;
    }

    void start() {
        scheduler.schedule(PAUSE, this::beat);
    }

    void stop() {
        isStopped = true;
    }

    /** Notes that the other side said something. */
    void heard() {
        wasHeard.set(true);
    }

    private void beat() {
        if (isStopped) {
            return;
        }
        if (wasHeard.getAndSet(false)) {
            start();
            return;
        }
        Mono.defer(question).timeout(LONGEST_ANSWER).subscribe(answer -> {
        }, error -> answered(error instanceof TimeoutException), () -> answered(false));
    }

    /** An error is an answer too. */
    private void answered(boolean isNowSilent) {
        if (isSilent != isNowSilent && !isStopped) {
            isSilent = isNowSilent;
            listener.accept(isNowSilent);
        }
        start();
    }
}
