package io.gobridge.camel.delivery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Remembers in this process which destinations have a message already while others still lack it. Bounded: beyond the
 * capacity, and after a time, a message is forgotten, and the next run sends it to all. Thread-safe.
 */
public final class SettledLegs {

    private static final int DEFAULT_CAPACITY = 10_000;
    private static final Duration DEFAULT_TIME = Duration.ofHours(1);

    private final Map<String, Entry> messages = new LinkedHashMap<>(16, 0.75f, true);
    private final Clock clock;
    private final int capacity;
    private final Duration time;

    /** Remembers 10 000 messages, each for an hour after its latest leg. */
    public SettledLegs(Clock clock) {
        this(clock, DEFAULT_CAPACITY, DEFAULT_TIME);
    }

    /** Remembers so many messages, each for this time after its latest leg. */
    public SettledLegs(Clock clock, int capacity, Duration time) {
        this.clock = clock;
        this.capacity = capacity;
        this.time = time;
    }

    /** Tells whether the leg of the message is settled. */
    public synchronized boolean contains(String message, String leg) {
        Entry entry = messages.get(message);
        return entry != null && entry.legs.contains(leg) && !isOver(entry);
    }

    /** Remembers a settled leg of the message. */
    public synchronized void add(String message, String leg) {
        Entry entry = messages.computeIfAbsent(message, key -> new Entry());
        if (isOver(entry)) {
            entry.legs.clear();
        }
        entry.legs.add(leg);
        entry.latest = clock.instant();
        if (messages.size() > capacity) {
            messages.remove(messages.keySet().iterator().next());
        }
    }

    /** Forgets a message that needs nothing more. */
    public synchronized void forget(String message) {
        messages.remove(message);
    }

    /** Tells whether no message is remembered. */
    public synchronized boolean isEmpty() {
        return messages.isEmpty();
    }

    private boolean isOver(Entry entry) {
        return clock.instant().isAfter(entry.latest.plus(time));
    }

    private static final class Entry {

        private final Set<String> legs = new HashSet<>();
        private Instant latest = Instant.EPOCH;
    }
}
