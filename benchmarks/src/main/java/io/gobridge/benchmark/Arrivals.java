package io.gobridge.benchmark;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** Which messages have arrived, and how long each took. Thread-safe. */
final class Arrivals {

    private final AtomicLongArray latencies;
    private final AtomicInteger distinct = new AtomicInteger();
    private final AtomicInteger duplicates = new AtomicInteger();
    private final CountDownLatch all = new CountDownLatch(1);
    private volatile long warmNanos;
    private volatile long lastNanos;

    Arrivals(int messages) {
        latencies = new AtomicLongArray(messages);
    }

    /** Notes an arrival and returns how many different messages have arrived. */
    int arrived(int index, long latencyNanos) {
        if (!latencies.compareAndSet(index, 0, Math.max(1, latencyNanos))) {
            duplicates.incrementAndGet();
            return distinct.get();
        }
        int count = distinct.incrementAndGet();
        if (count == warmUp()) {
            warmNanos = System.nanoTime();
        }
        if (count == latencies.length()) {
            lastNanos = System.nanoTime();
            all.countDown();
        }
        return count;
    }

    void awaitAll() throws InterruptedException {
        while (!all.await(30, TimeUnit.SECONDS)) {
            System.err.println(distinct + " of " + latencies.length() + " messages have arrived; still waiting");
        }
    }

    int missing() {
        return latencies.length() - distinct.get();
    }

    int duplicates() {
        return duplicates.get();
    }

    /** Returns the time of the last arrival, on the scale of {@link System#nanoTime()}. */
    long lastNanos() {
        return lastNanos;
    }

    /** Returns how long all would have taken at the pace of the last nine tenths, so that no start-up is in it. */
    long steadyNanos() {
        return (long) ((double) (lastNanos - warmNanos) * latencies.length() / (latencies.length() - warmUp()));
    }

    private int warmUp() {
        return Math.max(1, latencies.length() / 10);
    }

    Measurement measurement(long elapsedNanos, Usage usage) {
        int messages = latencies.length();
        long[] sorted = new long[messages];
        Arrays.setAll(sorted, latencies::get);
        Arrays.sort(sorted);
        return new Measurement(
                messages * 1e9 / elapsedNanos, sorted[messages / 2] / 1e6, sorted[(int) (messages * 0.99)] / 1e6,
                usage.cpuMicrosPer(messages), usage.bytesPer(messages));
    }
}
