package io.gobridge.camel.testkit.sqs;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/** The faults in force, at most one for each action and one for all others. Thread-safe. */
final class FaultPlan {

    private static final String ANY = "*";

    private final Map<String, Rule> rules = new ConcurrentHashMap<>();

    void set(String action, Fault fault, int times) {
        release(rules.put(action, new Rule(fault, new AtomicInteger(times))));
    }

    void setForAll(Fault fault) {
        set(ANY, fault, Integer.MAX_VALUE);
    }

    void clear(String action) {
        release(rules.remove(action));
    }

    void clear() {
        List.copyOf(rules.keySet()).forEach(this::clear);
    }

    /** Returns the fault for the next request of this action, counting down one that is limited in number. */
    Fault next(String action) {
        var rule = rules.getOrDefault(action, rules.get(ANY));
        return rule != null && rule.left.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? rule.fault : Fault.none();
    }

    private static void release(@Nullable Rule rule) {
        if (rule != null) {
            rule.fault.release();
        }
    }

    private record Rule(Fault fault, AtomicInteger left) {
    }
}
