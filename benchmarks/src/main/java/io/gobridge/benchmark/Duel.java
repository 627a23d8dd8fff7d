package io.gobridge.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets gobridge, or whoever stands for it, and its peer do the same work in turns: one warm-up pair that does not
 * count, then the measured pairs. Who begins changes with each pair, so that neither always has the warmer machine.
 */
final class Duel {

    private final String name;
    private final String work;
    private final Peer raw;
    private final String otherName;
    private final Peer gobridge;
    private final List<Measurement> rawRounds = new ArrayList<>();
    private final List<Measurement> gobridgeRounds = new ArrayList<>();

    Duel(String name, String work, Peer raw, Peer gobridge) {
        this(name, work, raw, "gobridge", gobridge);
    }

    Duel(String name, String work, Peer raw, String otherName, Peer gobridge) {
        this.name = name;
        this.work = work;
        this.raw = raw;
        this.otherName = otherName;
        this.gobridge = gobridge;
    }

    /** Returns the ratio of the throughputs. */
    double run(int rounds, List<Bar> bars) throws Exception {
        Table.title(name + ": " + work);
        round("warm-up", raw, "raw");
        round("warm-up", gobridge, otherName);
        for (int number = 1; number <= rounds; number++) {
            if (number % 2 == 1) {
                rawRounds.add(round(String.valueOf(number), raw, "raw"));
                gobridgeRounds.add(round(String.valueOf(number), gobridge, otherName));
            } else {
                gobridgeRounds.add(round(String.valueOf(number), gobridge, otherName));
                rawRounds.add(round(String.valueOf(number), raw, "raw"));
            }
        }
        Table.row("median", "raw", Measurement.median(rawRounds));
        Table.row("median", otherName, Measurement.median(gobridgeRounds));
        return judge(bars);
    }

    private static Measurement round(String label, Peer peer, String peerName) throws Exception {
        System.gc();
        Measurement measured = peer.run();
        Table.row(label, peerName, measured);
        return measured;
    }

    private double judge(List<Bar> bars) throws Exception {
        Map<String, Object> verdicts = new LinkedHashMap<>();
        System.out.println();
        for (Bar bar : bars) {
            double value = median(bar);
            Table.bar(bar, value);
            verdicts.put(bar.name(), Map.of("value", value, "limit", bar.limit(), "met", bar.isMet(value)));
        }
        double ratio = median(Bar.throughput(0));
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("benchmark", name);
        report.put("work", work);
        report.put("java", Runtime.version().toString());
        report.put("processors", Runtime.getRuntime().availableProcessors());
        report.put("raw", rawRounds);
        report.put(otherName, gobridgeRounds);
        report.put("bars", verdicts);
        report.put("ratio", ratio);
        Results.write(name, report);
        System.out.printf(java.util.Locale.ROOT, "ratio %s/raw = %.2f%n", otherName, ratio);
        return ratio;
    }

    private double median(Bar bar) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < rawRounds.size(); i++) {
            values.add(bar.compare().apply(rawRounds.get(i), gobridgeRounds.get(i)));
        }
        return Measurement.median(values, Double::doubleValue);
    }
}
