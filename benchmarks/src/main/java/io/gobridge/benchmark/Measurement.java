package io.gobridge.benchmark;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one round took.
 *
 * @param perSecond messages per second, from the first put to the last arrival
 * @param p50Millis time that half of the messages took from put to arrival
 * @param p99Millis time that 99 of 100 messages took from put to arrival
 * @param cpuMicros CPU time of all Java threads per message; the collector's and the compiler's threads are not in it
 * @param bytes     allocated by all Java threads per message
 */
record Measurement(double perSecond, double p50Millis, double p99Millis, double cpuMicros, double bytes) {

    /** Returns the median of each value by itself. */
    static Measurement median(List<Measurement> rounds) {
        return new Measurement(
                median(rounds, Measurement::perSecond), median(rounds, Measurement::p50Millis),
                median(rounds, Measurement::p99Millis), median(rounds, Measurement::cpuMicros),
                median(rounds, Measurement::bytes));
    }

    static <T> double median(List<T> items, ToDoubleFunction<T> value) {
        double[] sorted = items.stream().mapToDouble(value).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
