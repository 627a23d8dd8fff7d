package io.gobridge.benchmark;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** How long a payload is in gobridge's outbox when there is no other. */
final class OutboxLatency {

    private static final int WARM_UP = 500;

    private OutboxLatency() {
    }

    static Map<String, Object> run(OutboxDatabase database, int payloads) throws Exception {
        long[] nanos = new long[payloads];
        Random pauses = new Random(1);
        database.empty();
        GoBridgeOutbox outbox = new GoBridgeOutbox(4);
        SynchronousQueue<Long> sent = new SynchronousQueue<>();
        outbox.onSent(() -> put(sent));
        try (outbox) {
            outbox.open(database);
            outbox.drain();
            for (int number = -WARM_UP; number < payloads; number++) {
                TimeUnit.MILLISECONDS.sleep(5 + pauses.nextInt(30));
                long start = System.nanoTime();
                outbox.persist(WARM_UP + number, new byte[1_024]);
                long took = sent.take() - start;
                nanos[Math.max(0, number)] = took;
            }
        }
        Arrays.sort(nanos);
        double p50 = nanos[payloads / 2] / 1e6;
        double p99 = nanos[(int) (payloads * 0.99)] / 1e6;
        System.out.printf(Locale.ROOT,
                "%nidle: from the producer to the target, p50 %.1f ms (bar 15), p99 %.1f ms (bar 50)%s%n",
                p50, p99, p50 < 15 && p99 < 50 ? "" : "   bar missed");
        return Map.of("p50 ms", p50, "p99 ms", p99);
    }

    private static void put(SynchronousQueue<Long> sent) {
        try {
            sent.put(System.nanoTime());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
