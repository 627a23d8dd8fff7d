package io.gobridge.camel.outbox.drain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

import io.gobridge.camel.outbox.record.Sharding;

/**
 * The records that wait for their next send; one that belongs to a sequence holds up those behind it. Not thread-safe.
 */
final class HeldRecords {

    private final TreeMap<Long, Held> bySeq = new TreeMap<>();
    private final Map<Long, Long> seqByKey = new HashMap<>();

    private record Held(long key, long until) {
    }

    /** Holds a record until the reading of the ticker. */
    void hold(long seq, long key, long until) {
        bySeq.put(seq, new Held(key, until));
        if (key != Sharding.NO_KEY) {
            seqByKey.put(key, seq);
        }
    }

    /** Holds a record that is held already until this reading of the ticker, if that is later. */
    void prolong(long seq, long until) {
        bySeq.computeIfPresent(seq, (place, record) -> record.until() - until < 0 ? new Held(record.key(), until) : record);
    }

    /** Lets go of those whose time has come. */
    void release(long now) {
        bySeq.entrySet().removeIf(entry -> {
            boolean isDue = entry.getValue().until() - now <= 0;
            if (isDue) {
                seqByKey.remove(entry.getValue().key());
            }
            return isDue;
        });
    }

    boolean holdsKey(long key) {
        return seqByKey.containsKey(key);
    }

    List<Long> keys() {
        return new ArrayList<>(seqByKey.keySet());
    }

    /** Returns the lowest place of a held record. */
    OptionalLong lowest() {
        return bySeq.isEmpty() ? OptionalLong.empty() : OptionalLong.of(bySeq.firstKey());
    }

    /** Returns how long it is until the next is due; empty when none is held. */
    OptionalLong nanosToNext(long now) {
        return bySeq.values().stream().mapToLong(held -> Math.max(0, held.until() - now)).min();
    }

    int size() {
        return bySeq.size();
    }
}
