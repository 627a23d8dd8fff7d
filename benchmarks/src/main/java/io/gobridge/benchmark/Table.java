package io.gobridge.benchmark;

import java.util.Locale;

/** Prints results as they come. */
final class Table {

    private Table() {
    }

    static void title(String text) {
        System.out.println(text);
        System.out.println();
        System.out.printf("%-8s %-9s %10s %10s %10s %12s %10s%n", "round", "", "msgs/s", "p50 ms", "p99 ms", "CPU us/msg",
                "bytes/msg");
    }

    static void row(String round, String peer, Measurement measured) {
        System.out.printf(Locale.ROOT, "%-8s %-9s %10.0f %10.2f %10.2f %12.2f %10.0f%n", round, peer, measured.perSecond(),
                measured.p50Millis(), measured.p99Millis(), measured.cpuMicros(), measured.bytes());
    }

    static void bar(Bar bar, double value) {
        System.out.printf(Locale.ROOT, "%-26s %10.2f%s, bar %s %.2f%s%n", bar.name(), value, bar.unit(),
                bar.atLeast() ? ">=" : "<=", bar.limit(), bar.isMet(value) ? "" : "   bar missed");
    }
}
