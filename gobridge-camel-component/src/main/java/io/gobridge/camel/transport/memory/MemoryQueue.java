package io.gobridge.camel.transport.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.gobridge.camel.envelope.Envelope;

/**
 * A queue on the heap: messages leave in the order in which they came, and one that is given back stands in its old
 * place again. Lost with the CamelContext. Thread-safe.
 */
public final class MemoryQueue {

    private final String name;
    private final int capacity;
    private final Queue<MemoryMessage> fresh = new ArrayDeque<>();
    /** Each of them was taken before, so all of them stand before the fresh ones. */
    private final NavigableMap<Long, MemoryMessage> givenBack = new TreeMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private long lastNumber;
    private int unsettled;

    MemoryQueue(String name, int capacity) {
        this.name = name;
        this.capacity = capacity;
    }

    /** Puts a message at the end; false when the queue is full. */
    public boolean put(Envelope envelope) {
        synchronized (this) {
            if (size() >= capacity) {
                return false;
            }
            fresh.add(new MemoryMessage(++lastNumber, envelope, 0));
        }
        signal();
        return true;
    }

    /** Returns how many messages wait or are unsettled. */
    public synchronized int size() {
        return givenBack.size() + fresh.size() + unsettled;
    }

    /** Returns the messages that wait, first in first. */
    public synchronized List<Envelope> messages() {
        return new ArrayList<>(
                Stream.concat(givenBack.values().stream(), fresh.stream()).map(MemoryMessage::envelope).toList());
    }

    /** Removes and returns the messages that wait, first in first. */
    public synchronized List<Envelope> drain() {
        List<Envelope> drained = messages();
        givenBack.clear();
        fresh.clear();
        return drained;
    }

    /** Returns the queue's name. */
    public String name() {
        return name;
    }

    int capacity() {
        return capacity;
    }

    /** Takes the first message, which is unsettled from then on. */
    synchronized Optional<MemoryMessage> take() {
        var again = givenBack.pollFirstEntry();
        MemoryMessage first = again == null ? fresh.poll() : again.getValue();
        if (first == null) {
            return Optional.empty();
        }
        unsettled++;
        return Optional.of(first.handedOver());
    }

    synchronized void settle() {
        unsettled--;
    }

    void giveBack(MemoryMessage message) {
        synchronized (this) {
            unsettled--;
            givenBack.put(message.number(), message);
        }
        signal();
    }

    void listen(Runnable listener) {
        listeners.add(listener);
    }

    void forget(Runnable listener) {
        listeners.remove(listener);
    }

    private void signal() {
        listeners.forEach(Runnable::run);
    }
}
