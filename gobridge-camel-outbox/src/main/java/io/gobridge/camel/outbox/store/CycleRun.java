package io.gobridge.camel.outbox.store;

import java.util.Iterator;
import java.util.List;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.lease.Lease;

/** The work of one drain cycle, on its way through the drain route. Not thread-safe. */
final class CycleRun {

    private static final int MAX_ERROR = 1_000;

    private final Dialect dialect;
    private final Cycle cycle;
    private Claim claim = new Claim(0, List.of());

    CycleRun(Dialect dialect, Cycle cycle) {
        this.dialect = dialect;
        this.cycle = cycle;
    }

    Claim claim() {
        return claim;
    }

    List<Object> fence() {
        Lease lease = cycle.lease();
        return List.of(cycle.ttl().toMillis(), lease.partition(), lease.owner(), lease.version());
    }

    /** @throws BridgeException {@code STALE_FENCING_TOKEN} when the lease was not there to be locked */
    void requireFenced(int lockedRows) {
        if (lockedRows != 1) {
            throw BridgeException.of(FailureCode.STALE_FENCING_TOKEN,
                    "The " + cycle.lease() + " was taken over; nothing was written");
        }
    }

    boolean hasCompleted() {
        return !cycle.completed().isEmpty();
    }

    boolean keepsCompleted() {
        return hasCompleted() && cycle.then() == CompletedRecords.KEPT;
    }

    List<Object> completed() {
        return List.of(cycle.lease().partition(), dialect.numbers(cycle.completed()));
    }

    boolean hasReplays() {
        return !cycle.replays().isEmpty();
    }

    Iterator<List<Object>> replays() {
        return cycle.replays().stream().map(replay -> List.<Object> of(replay.replays(), replay.firstAttemptAt(),
                replay.pause().toMillis(), shortened(replay.error()), cycle.lease().partition(), replay.seq())).iterator();
    }

    boolean wants() {
        return cycle.claim().limit() > 0;
    }

    List<Object> wanted() {
        Cycle.Wanted wanted = cycle.claim();
        return List.of(cycle.lease().partition(), wanted.after(), dialect.numbers(wanted.excluded()),
                dialect.numbers(wanted.heldKeys()), wanted.limit());
    }

    void claimed(List<ClaimRows.Row> rows) {
        if (!rows.isEmpty()) {
            ClaimRows.Row first = rows.get(0);
            claim = new Claim(
                    first.now(), rows.stream().map(ClaimRows.Row::record).toList(), first.firstOpen(), first.nextTransaction());
        }
    }

    private static String shortened(String error) {
        String printable = error.replace('\0', ' ');
        return printable.length() <= MAX_ERROR ? printable : printable.substring(0, MAX_ERROR);
    }
}
