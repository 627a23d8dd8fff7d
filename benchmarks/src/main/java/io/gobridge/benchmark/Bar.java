package io.gobridge.benchmark;

import java.util.function.BiFunction;

/**
 * What is expected of gobridge beside its peer.
 *
 * @param name    what is compared
 * @param unit    written behind the number
 * @param limit   the number that just passes
 * @param atLeast whether more is better
 * @param compare makes the number of one pair of rounds, raw first
 */
record Bar(String name, String unit, double limit, boolean atLeast,
        BiFunction<Measurement, Measurement, Double> compare) {

    static final Bar CPU = new Bar(
            "thread CPU gobridge/raw", " x", 2.0, false,
            (raw, gobridge) -> gobridge.cpuMicros() / raw.cpuMicros());
    static final Bar ALLOCATION = new Bar(
            "allocated gobridge - raw", " bytes/msg", 4096, false,
            (raw, gobridge) -> gobridge.bytes() - raw.bytes());

    static Bar throughput(double limit) {
        return new Bar("throughput gobridge/raw", " x", limit, true, Bar::throughputRatio);
    }

    static double throughputRatio(Measurement raw, Measurement gobridge) {
        return gobridge.perSecond() / raw.perSecond();
    }

    boolean isMet(double value) {
        return atLeast ? value >= limit : value <= limit;
    }
}
