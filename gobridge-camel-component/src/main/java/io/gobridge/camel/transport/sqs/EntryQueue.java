package io.gobridge.camel.transport.sqs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Entries that wait for a batch, first come first served, at most one of each group ready or under way. Not
 * thread-safe.
 */
final class EntryQueue<E extends BatchEntry> {

    private final Deque<E> ready = new ArrayDeque<>();
    /** By each group that has an entry ready or under way: the entries behind that one. */
    private final Map<String, Deque<E>> behind = new HashMap<>();

    void add(E entry) {
        if (entry.group().isEmpty()) {
            ready.add(entry);
            return;
        }
        Deque<E> followers = behind.get(entry.group());
        if (followers == null) {
            behind.put(entry.group(), new ArrayDeque<>(2));
            ready.add(entry);
        } else {
            followers.add(entry);
        }
    }

    int ready() {
        return ready.size();
    }

    /** Takes the next batch; its groups stay occupied until {@link #release}. */
    List<E> take(int mostEntries, int mostBytes) {
        List<E> batch = new ArrayList<>(Math.min(mostEntries, ready.size()));
        int bytes = 0;
        while (batch.size() < mostEntries && !ready.isEmpty()) {
            E next = ready.peek();
            if (!batch.isEmpty() && bytes + next.bytes() > mostBytes) {
                break;
            }
            bytes += next.bytes();
            batch.add(ready.remove());
        }
        return batch;
    }

    /** Says that the entry is no longer under way: the next one of its group is ready. */
    void release(E entry) {
        if (entry.group().isEmpty()) {
            return;
        }
        E next = behind.get(entry.group()).poll();
        if (next == null) {
            behind.remove(entry.group());
        } else {
            ready.add(next);
        }
    }

    /** Takes out the first waiting entry that the predicate accepts. */
    Optional<E> remove(Predicate<E> wanted) {
        Optional<E> found = removeFrom(ready, wanted);
        found.ifPresent(this::release);
        Iterator<Deque<E>> followers = behind.values().iterator();
        while (found.isEmpty() && followers.hasNext()) {
            found = removeFrom(followers.next(), wanted);
        }
        return found;
    }

    /** Takes out all that wait. */
    List<E> removeAll() {
        List<E> all = new ArrayList<>(ready);
        ready.forEach(entry -> {
            if (!entry.group().isEmpty() && behind.get(entry.group()).isEmpty()) {
                behind.remove(entry.group());
            }
        });
        ready.clear();
        behind.values().forEach(followers -> {
            all.addAll(followers);
            followers.clear();
        });
        return all;
    }

    private static <E> Optional<E> removeFrom(Iterable<E> entries, Predicate<E> wanted) {
        for (Iterator<E> iterator = entries.iterator(); iterator.hasNext();) {
            E entry = iterator.next();
            if (wanted.test(entry)) {
                iterator.remove();
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }
}
