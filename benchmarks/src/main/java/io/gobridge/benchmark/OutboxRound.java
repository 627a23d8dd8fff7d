package io.gobridge.benchmark;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;

/**
 * What one round of one outbox took.
 *
 * @param persisted payloads per second that became durable, nothing being sent
 * @param drained   payloads per second that were taken out of a backlog
 * @param inAndOut  payloads per second through the outbox, both at the same time
 * @param cpuMicros CPU time of all Java threads per payload, in and out
 * @param walBytes  written to the database's log per payload, in and out
 */
record OutboxRound(double persisted, double drained, double inAndOut, double cpuMicros, double walBytes) {

    /** Callers that wait for their payload to be durable, at any time. */
    private static final int CALLERS = 100;

    private static final int PAYLOAD_BYTES = 1_024;

    /** Runs a peer twice: in and then out, and both at once. */
    static OutboxRound of(OutboxPeer peer, OutboxDatabase database, int payloads) throws Exception {
        double persisted;
        double drained;
        try (peer) {
            CountDownLatch sent = open(peer, database, payloads);
            long start = System.nanoTime();
            persist(peer, payloads);
            long kept = System.nanoTime();
            peer.drain();
            await(sent);
            persisted = payloads * 1e9 / (kept - start);
            drained = payloads * 1e9 / (System.nanoTime() - kept);
        }
        try (peer) {
            CountDownLatch sent = open(peer, database, payloads);
            peer.drain();
            long wal = database.walBytes();
            Usage usage = Usage.begin();
            long start = System.nanoTime();
            persist(peer, payloads);
            await(sent);
            long nanos = System.nanoTime() - start;
            usage.end();
            return new OutboxRound(
                    persisted, drained, payloads * 1e9 / nanos, usage.cpuMicrosPer(payloads),
                    (double) (database.walBytes() - wal) / payloads);
        }
    }

    static OutboxRound median(List<OutboxRound> rounds) {
        return new OutboxRound(
                median(rounds, OutboxRound::persisted), median(rounds, OutboxRound::drained),
                median(rounds, OutboxRound::inAndOut), median(rounds, OutboxRound::cpuMicros),
                median(rounds, OutboxRound::walBytes));
    }

    private static double median(List<OutboxRound> rounds, ToDoubleFunction<OutboxRound> value) {
        return Measurement.median(rounds, value);
    }

    private static CountDownLatch open(OutboxPeer peer, OutboxDatabase database, int payloads) throws Exception {
        CountDownLatch sent = new CountDownLatch(payloads);
        database.empty();
        peer.onSent(sent::countDown);
        peer.open(database);
        return sent;
    }

    private static void persist(OutboxPeer peer, int payloads) throws InterruptedException {
        Semaphore callers = new Semaphore(CALLERS);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int number = 0; number < payloads; number++) {
            callers.acquire();
            peer.persist(number, new byte[PAYLOAD_BYTES]).whenComplete((nothing, error) -> {
                failure.compareAndSet(null, error);
                callers.release();
            });
        }
        callers.acquire(CALLERS);
        if (failure.get() != null) {
            throw new IllegalStateException("A payload was not kept", failure.get());
        }
    }

    private static void await(CountDownLatch sent) throws InterruptedException {
        while (!sent.await(30, TimeUnit.SECONDS)) {
            System.err.println(sent.getCount() + " payloads have not been sent; still waiting");
        }
    }
}
