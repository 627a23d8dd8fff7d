package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.outbox.store.Replay;

/**
 * What one holder of a lease knows of its partition: what is being sent, what waits behind it, what waits for its time,
 * and what the store has yet to be told. Not thread-safe.
 */
final class Unsettled {

    private final TreeMap<Long, StoredRecord> sending = new TreeMap<>();
    /** By sequence: what follows the record of it that is being sent. */
    private final Map<Long, Deque<StoredRecord>> followers = new HashMap<>();
    private final HeldRecords held = new HeldRecords();
    private List<Long> completed = new ArrayList<>();
    private List<Replay> replays = new ArrayList<>();
    private int following;
    private long highest;
    /** The lowest that was being sent when the last read began: it may come back unsent before the read ends. */
    private long lowestSending;
    private long databaseTime;
    private long databaseTimeRead;

    /** Returns how many records are taken and not sent. */
    int size() {
        return sending.size() + following;
    }

    /** Returns how many bytes of messages are taken and not sent. */
    long bytes() {
        return Stream.concat(sending.values().stream(), followers.values().stream().flatMap(Deque::stream))
                .mapToLong(record -> record.encoded().size()).sum();
    }

    boolean isSending() {
        return !sending.isEmpty();
    }

    /** Tells whether the store has to be told something. */
    boolean hasNews() {
        return !completed.isEmpty() || !replays.isEmpty();
    }

    /** Returns how many were sent, which the store does not know. */
    int unconfirmed() {
        return completed.size() + sending.size();
    }

    /** Returns how long it is until a held record is due. */
    OptionalLong nanosToNext(long now) {
        return held.nanosToNext(now);
    }

    int heldRecords() {
        return held.size();
    }

    /** Takes what the store is to be told, and says what it is to read. */
    Cycle cycle(Lease lease, DrainSettings settings, long after, int limit, long now) {
        held.release(now);
        lowestSending = sending.isEmpty() ? Long.MAX_VALUE : sending.firstKey();
        List<Long> heldKeys = held.keys();
        heldKeys.addAll(followers.keySet());
        List<Long> excluded = sending.values().stream().filter(record -> !record.isOrdered()).map(StoredRecord::seq).toList();
        Cycle.Wanted wanted = limit <= 0 ? Cycle.Wanted.NOTHING : new Cycle.Wanted(after, limit, heldKeys, excluded);
        Cycle cycle = new Cycle(lease, settings.leaseTtl(), completed, settings.completed(), replays, wanted);
        completed = new ArrayList<>();
        replays = new ArrayList<>();
        return cycle;
    }

    /** Notes what the store was told: for it, the pauses before the replays begin now. */
    void told(Cycle cycle, long now) {
        cycle.replays().forEach(replay -> held.prolong(replay.seq(), now + replay.pause().toNanos()));
    }

    /** Takes back what the store was not told. */
    void failed(Cycle cycle) {
        completed.addAll(cycle.completed());
        replays.addAll(cycle.replays());
    }

    /** Takes what the store read, and returns what can be sent at once. */
    List<StoredRecord> claimed(Claim claim, long now) {
        if (claim.now() != 0) {
            databaseTime = claim.now();
            databaseTimeRead = now;
        }
        List<StoredRecord> ready = new ArrayList<>();
        for (StoredRecord record : claim.records()) {
            highest = Math.max(highest, record.seq());
            if (!record.isOrdered()) {
                ready.add(record);
            } else if (!held.holdsKey(record.key())) {
                takeInOrder(record, claim.now(), now, ready);
            }
        }
        ready.forEach(record -> sending.put(record.seq(), record));
        return ready;
    }

    private void takeInOrder(StoredRecord record, long databaseNow, long now, List<StoredRecord> ready) {
        Deque<StoredRecord> behind = followers.get(record.key());
        if (behind != null) {
            behind.add(record);
            following++;
        } else if (record.nextAttemptAt() > databaseNow) {
            // A former holder of the lease knew that.
            long wait = Duration.ofMillis(record.nextAttemptAt() - databaseNow).toNanos();
            held.hold(record.seq(), record.key(), now + wait);
        } else {
            followers.put(record.key(), new ArrayDeque<>());
            ready.add(record);
        }
    }

    /** Notes how a send ended, and returns what can be sent now. */
    Optional<StoredRecord> ended(StoredRecord record, Verdict verdict, long now) {
        sending.remove(record.seq());
        switch (verdict.ending()) {
            case COMPLETED -> {
                completed.add(record.seq());
                return next(record);
            }
            case REPLAYED -> {
                long first = record.firstAttemptAt() == 0 ? databaseTime(now) : record.firstAttemptAt();
                replays.add(new Replay(record.seq(), record.replays() + 1, first, verdict.pause(), verdict.error()));
                held.hold(record.seq(), record.key(), now + verdict.pause().toNanos());
            }
            case TARGET_DOWN, UNSENT -> {
                // It is read again, and those behind it.
            }
        }
        Deque<StoredRecord> behind = followers.remove(record.key());
        following -= behind == null ? 0 : behind.size();
        return Optional.empty();
    }

    private Optional<StoredRecord> next(StoredRecord record) {
        Deque<StoredRecord> behind = followers.get(record.key());
        if (behind == null) {
            return Optional.empty();
        }
        StoredRecord next = behind.poll();
        if (next == null) {
            followers.remove(record.key());
            return Optional.empty();
        }
        following--;
        sending.put(next.seq(), next);
        return Optional.of(next);
    }

    /** Returns the database's time at the reading of the ticker, as far as it was read. */
    long databaseTime(long now) {
        return databaseTime + Duration.ofNanos(now - databaseTimeRead).toMillis();
    }

    /** Returns a place below which nothing is kept, given that a read has just ended. */
    long floor(Claim claim) {
        long floor = Math.min(highest + 1, lowestSending);
        if (!claim.records().isEmpty()) {
            floor = Math.min(floor, claim.records().get(0).seq());
        }
        if (!sending.isEmpty()) {
            floor = Math.min(floor, sending.firstKey());
        }
        return Math.min(floor, held.lowest().orElse(floor));
    }
}
