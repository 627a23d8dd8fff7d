package io.gobridge.benchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The steps beside what does the same work without them. */
final class StepsBenchmark {

    private static final double NANOS = 1_000_000_000;

    /** About as long as the machine leaves a thread alone. */
    private static final TimeValue SHORT = TimeValue.milliseconds(50);

    /** What is compared: the peer first. */
    private static final List<Row> ROWS = List.of(
            new Row("jacksonTree", "gobridge", faster("transform / Jackson tree", 0.9)),
            new Row("jolt", "gobridge", faster("transform / jolt:", 1.3)),
            new Row("routeOfJsonPaths", "routeOfGobridge", faster("route / 5 x .jsonpath()", 5)),
            new Row("simple", "headerFilter", costs("header filter / simple", 2)),
            new Row("parseAndWrite", "chain", costs("chain / parse + write", 1.5)));

    private final Map<String, List<Double>> nanos = new LinkedHashMap<>();

    private StepsBenchmark() {
    }

    static int run(io.gobridge.benchmark.Options options) throws Exception {
        StepsBenchmark benchmark = new StepsBenchmark();
        ChainCount count = ChainCount.of(Steps.chain());
        System.out.printf("steps: 5 fields out of %d bytes of JSON; the chain: %s%n%n", OrderDocument.BYTES.length, count);
        int rounds = options.get("rounds", 5);
        for (int round = 1; round <= rounds; round++) {
            benchmark.round(round, options.get("warmup", 5), options.get("iterations", 40));
        }
        benchmark.judge(count);
        return 0;
    }

    private void round(int number, int warmup, int iterations) throws RunnerException {
        Options options = new OptionsBuilder().include(TransformPeers.class.getName()).include(StepPeers.class.getName())
                .mode(Mode.AverageTime).timeUnit(TimeUnit.NANOSECONDS).forks(1)
                .warmupIterations(warmup).warmupTime(TimeValue.seconds(1)).measurementIterations(iterations)
                .measurementTime(SHORT).verbosity(VerboseMode.SILENT).build();
        Map<String, Double> best = best(new Runner(options).run());
        System.out.printf("round %d, ns/op:", number);
        best.forEach((name, value) -> {
            nanos.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
            System.out.printf(Locale.ROOT, " %s %.0f", name, value);
        });
        System.out.println();
    }

    /** The best iteration is the one that others on the machine disturbed least. */
    private static Map<String, Double> best(Collection<RunResult> results) {
        Map<String, Double> best = new LinkedHashMap<>();
        for (RunResult result : results) {
            best.put(result.getPrimaryResult().getLabel(), result.getPrimaryResult().getStatistics().getMin());
        }
        return best;
    }

    private void judge(ChainCount count) throws Exception {
        Map<String, Object> verdicts = new LinkedHashMap<>();
        System.out.println();
        for (Row row : ROWS) {
            double value = median(row);
            Table.bar(row.bar(), value);
            verdicts.put(row.bar().name(), Map.of("value", value, "limit", row.bar().limit(), "met", row.bar().isMet(value)));
        }
        Map<String, Object> report = new HashMap<>();
        report.put("nanos", nanos);
        report.put("bars", verdicts);
        report.put("chain", count);
        report.put("java", Runtime.version().toString());
        Results.write("steps", report);
    }

    private double median(Row row) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < nanos.get(row.peer()).size(); i++) {
            values.add(row.bar().compare().apply(measured(row.peer(), i), measured(row.gobridge(), i)));
        }
        return Measurement.median(values, Double::doubleValue);
    }

    private Measurement measured(String name, int round) {
        double each = nanos.get(name).get(round);
        return new Measurement(NANOS / each, 0, 0, each / 1_000, 0);
    }

    private static Bar faster(String name, double limit) {
        return new Bar(name, " x as fast", limit, true, Bar::throughputRatio);
    }

    private static Bar costs(String name, double limit) {
        return new Bar(name, " x the time", limit, false, Bar.CPU.compare());
    }

    private record Row(String peer, String gobridge, Bar bar) {
    }
}
