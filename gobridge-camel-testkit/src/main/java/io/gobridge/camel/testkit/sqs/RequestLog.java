package io.gobridge.camel.testkit.sqs;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests by action and keeps the last ones in order. Thread-safe. */
final class RequestLog {

    private static final int MAX_KEPT = 10_000;

    private final Map<String, LongAdder> requests = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> entries = new ConcurrentHashMap<>();
    private final ConcurrentLinkedDeque<DoorRequest> kept = new ConcurrentLinkedDeque<>();
    private final LongAdder all = new LongAdder();

    void add(DoorRequest request) {
        requests.computeIfAbsent(request.action(), action -> new LongAdder()).increment();
        entries.computeIfAbsent(request.action(), action -> new LongAdder()).add(request.entries());
        all.increment();
        kept.addLast(request);
        // the adder, since a deque's size() walks all of it
        if (all.intValue() > MAX_KEPT) {
            kept.pollFirst();
        }
    }

    int requests(String action) {
        return value(requests, action);
    }

    int entries(String action) {
        return value(entries, action);
    }

    List<DoorRequest> kept() {
        return List.copyOf(kept);
    }

    void clear() {
        requests.clear();
        entries.clear();
        kept.clear();
        all.reset();
    }

    private static int value(Map<String, LongAdder> counts, String action) {
        var count = counts.get(action);
        return count == null ? 0 : count.intValue();
    }
}
