package io.gobridge.benchmark;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How fast gobridge's outbox gives out a backlog, small and large, on some numbers of shards. */
final class OutboxSeries {

    private static final int WARM_UP = 60_000;
    private static final int SMALL_ROUNDS = 7;

    private final OutboxDatabase database;
    private final int largest;
    private final Map<String, Object> report = new LinkedHashMap<>();

    private OutboxSeries(OutboxDatabase database, int largest) {
        this.database = database;
        this.largest = largest;
    }

    static Map<String, Object> run(OutboxDatabase database, int largest) throws Exception {
        System.out.printf("%nbacklog, in a JVM with %s%n%n", OutboxBacklog.jvmOptions());
        System.out.printf("%-8s %10s %12s %10s%n", "shards", "records", "drain/s", "heap MB");
        OutboxSeries series = new OutboxSeries(database, largest);
        for (int shards : List.of(4, 2, 1)) {
            series.run(shards);
        }
        return series.report;
    }

    private void run(int shards) throws Exception {
        try (ChildJvm jvm = ChildJvm.start(OutboxBacklog.class, OutboxBacklog.jvmOptions(), database.url(),
                String.valueOf(shards))) {
            drain(jvm, WARM_UP);
            List<Double> small = new ArrayList<>();
            for (int round = 0; round < SMALL_ROUNDS; round++) {
                small.add(drain(jvm, largest / 100).perSecond());
            }
            double smallest = Measurement.median(small, Double::doubleValue);
            print(shards, largest / 100, "", new Drained(smallest, 0));
            print(shards, largest / 10, "", drain(jvm, largest / 10));
            Drained large = drain(jvm, largest);
            print(shards, largest, "", large);
            ratio("shards=" + shards + ": large / small backlog", large.perSecond() / smallest, 0.9);
            if (shards == 4) {
                Drained held = heldSnapshot(jvm);
                print(shards, largest, "   with a snapshot held open", held);
                ratio("shards=" + shards + ": held snapshot / none", held.perSecond() / large.perSecond(), 0.5);
            }
        }
    }

    /** A transaction that only looks keeps what is deleted from being cleared away. */
    private Drained heldSnapshot(ChildJvm jvm) throws IOException, SQLException {
        try (Connection connection = database.pool().getConnection(); Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            statement.execute("SELECT count(*) FROM pg_class");
            Drained drained = drain(jvm, largest);
            connection.rollback();
            return drained;
        }
    }

    private static Drained drain(ChildJvm jvm, int records) throws IOException {
        jvm.writeLine(String.valueOf(records));
        String[] answer = jvm.readAddress().split(" ", 2);
        return new Drained(Double.parseDouble(answer[0]), Long.parseLong(answer[1]));
    }

    private void print(int shards, int records, String remark, Drained drained) {
        System.out.printf(Locale.ROOT, "%-8d %10d %12.0f %10s%s%n", shards, records, drained.perSecond(),
                drained.heap() == 0 ? "" : drained.heap(), remark);
        report.put(shards + " shards, " + records + remark, drained);
    }

    private void ratio(String name, double value, double limit) {
        report.put(name, value);
        System.out.printf(Locale.ROOT, "%s = %.2f, bar %.1f%s%n", name, value, limit, value >= limit ? "" : "   missed");
    }

    /** A backlog that is gone. */
    record Drained(double perSecond, long heap) {
    }
}
