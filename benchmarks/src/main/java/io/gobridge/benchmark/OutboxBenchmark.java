package io.gobridge.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** gobridge's outbox beside one that is written by hand and two libraries, on one PostgreSQL. */
final class OutboxBenchmark {

    private static final int SHARDS = 4;

    /** The libraries take that many times as long for a payload. */
    private static final int SLOWER = 8;

    private record Entrant(String name, OutboxPeer peer, int payloads) {
    }

    private final Map<String, List<OutboxRound>> rounds = new LinkedHashMap<>();

    private OutboxBenchmark() {
    }

    static int run(Options options) throws Exception {
        OutboxBenchmark benchmark = new OutboxBenchmark();
        int payloads = options.get("payloads", 40_000);
        List<Entrant> entrants = List.of(
                new Entrant("raw", new RawOutbox(SHARDS), payloads),
                new Entrant("gobridge", new GoBridgeOutbox(SHARDS), payloads),
                new Entrant("transaction-outbox", new TransactionOutboxPeer(), payloads / SLOWER),
                new Entrant("db-scheduler", new DbSchedulerPeer(), payloads / SLOWER));
        Map<String, Object> report = new LinkedHashMap<>();
        try (OutboxDatabase database = OutboxDatabase.start()) {
            report.put("latency", OutboxLatency.run(database, options.get("latencies", 1_000)));
            int backlog = options.get("backlog", 1_000_000);
            if (backlog > 0) {
                report.put("backlog", OutboxSeries.run(database, backlog));
            }
            System.out.printf("%noutbox: %d payloads of 1 KB per round on PostgreSQL with fsync, %d shards, 100 callers%n%n",
                    payloads, SHARDS);
            System.out.printf("%-8s %-19s %10s %10s %10s %12s %10s%n", "round", "", "persist/s", "drain/s", "in+out/s",
                    "CPU us/rec", "WAL B/rec");
            benchmark.round("warm-up", entrants, database);
            benchmark.rounds.clear();
            for (int number = 1; number <= options.get("rounds", 5); number++) {
                benchmark.round(String.valueOf(number), entrants, database);
            }
        }
        benchmark.judge(report);
        return 0;
    }

    /** Who begins changes with each round, so that nobody always has the warmer machine. */
    private void round(String label, List<Entrant> entrants, OutboxDatabase database) throws Exception {
        List<Entrant> order = new ArrayList<>(entrants);
        java.util.Collections.rotate(order, -rounds.values().stream().mapToInt(List::size).max().orElse(0));
        for (Entrant entrant : order) {
            System.gc();
            OutboxRound round = OutboxRound.of(entrant.peer(), database, entrant.payloads());
            row(label, entrant.name(), round);
            rounds.computeIfAbsent(entrant.name(), name -> new ArrayList<>()).add(round);
        }
    }

    private static void row(String label, String name, OutboxRound round) {
        System.out.printf(Locale.ROOT, "%-8s %-19s %10.0f %10.0f %10.0f %12.1f %10.0f%n", label, name, round.persisted(),
                round.drained(), round.inAndOut(), round.cpuMicros(), round.walBytes());
    }

    private void judge(Map<String, Object> report) throws Exception {
        rounds.forEach((name, measured) -> {
            row("median", name, OutboxRound.median(measured));
            report.put(name, measured);
        });
        System.out.println();
        ratio("raw", 0.7, report);
        ratio("transaction-outbox", 5, report);
        ratio("db-scheduler", 3, report);
        Results.write("outbox", report);
    }

    private void ratio(String peer, double limit, Map<String, Object> report) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < rounds.get(peer).size(); i++) {
            ratios.add(rounds.get("gobridge").get(i).inAndOut() / rounds.get(peer).get(i).inAndOut());
        }
        double ratio = Measurement.median(ratios, Double::doubleValue);
        report.put("ratio gobridge/" + peer, ratio);
        System.out.printf(Locale.ROOT, "ratio gobridge/%s = %.2f%s%n", peer, ratio,
                ratio >= limit ? "" : "   bar " + limit + " missed");
    }
}
