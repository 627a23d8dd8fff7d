package io.gobridge.camel.testkit.outbox.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Every fault at every point of an outbox on PostgreSQL: was a message lost, did one arrive before its predecessor, how
 * many arrived twice?
 */
public final class CrashMatrix {

    /** Time of the nodes' leases; a fault that takes a lease away takes about as long. */
    static final Duration LEASE_TTL = Duration.ofMillis(1_500);

    private final Map<CrashPoint, Map<Fault, Tally>> results = new EnumMap<>(CrashPoint.class);

    private final int rounds;

    private CrashMatrix(int rounds) {
        this.rounds = rounds;
    }

    /**
     * Runs the matrix.
     *
     * @param  directory where the nodes and the database keep what they write
     * @param  rounds    how often each fault comes at each point
     * @param  progress  is told what came of each round
     * @return           the matrix, to be written down
     * @throws Exception when a round did not come to its end; the message says where the logs are
     */
    public static CrashMatrix run(Path directory, int rounds, Consumer<String> progress) throws Exception {
        CrashMatrix matrix = new CrashMatrix(rounds);
        try (CrashStage stage = CrashStage.start(directory, LEASE_TTL)) {
            for (int round = 1; round <= rounds; round++) {
                for (CrashPoint point : CrashPoint.values()) {
                    for (Fault fault : Fault.values()) {
                        Tally tally = new CrashRound(stage, point, fault).run();
                        matrix.add(point, fault, tally);
                        progress.accept(
                                round + "/" + rounds + " " + point.description() + ", " + fault.description() + ": " + tally);
                    }
                }
            }
        }
        return matrix;
    }

    private void add(CrashPoint point, Fault fault, Tally tally) {
        results.computeIfAbsent(point, any -> new EnumMap<>(Fault.class)).merge(fault, tally, Tally::plus);
    }

    /** Tells whether nothing was lost and every sequence arrived in its order. */
    public boolean isClean() {
        Tally total = total();
        return total.lost() == 0 && total.outOfOrder() == 0;
    }

    private Tally total() {
        return results.values().stream().flatMap(row -> row.values().stream()).reduce(Tally.NOTHING, Tally::plus);
    }

    /** Writes the matrix as a page. */
    public void write(Path page) throws IOException {
        StringBuilder text = new StringBuilder(CrashReport.header(rounds));
        results.forEach((point, row) -> row.forEach(
                (fault, tally) -> text.append(CrashReport.row(point.description(), fault.description(), tally))));
        text.append(CrashReport.row("**all**", "", total()));
        Files.writeString(page, text);
    }
}
