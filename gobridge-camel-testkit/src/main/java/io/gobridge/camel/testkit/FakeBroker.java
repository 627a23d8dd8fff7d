package io.gobridge.camel.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Capabilities.RetrySupport;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.Receiver;

/**
 * A broker on the heap with the capabilities that a test gives it: it counts, locks, waits and names messages as a real
 * one would, refuses what the test tells it to, and writes down every call on its wire. Bind {@link #receiver()} and
 * name it as {@code source=#bean}. Thread-safe.
 */
public final class FakeBroker {

    private final Capabilities capabilities;
    private final IdentityKind identity;
    private final Scheduler scheduler;
    private final TreeMap<Long, Stored> visible = new TreeMap<>();
    private final Map<Long, Stored> others = new TreeMap<>();
    private final Set<FakeReceiver> receivers = new HashSet<>();
    private final List<String> wire = new ArrayList<>();
    private long lastNumber;
    private RuntimeException extensionFailure;
    private Predicate<Envelope> extensionsRefused = envelope -> true;
    private RuntimeException ackFailure;

    /** Creates an empty broker. */
    public FakeBroker(Capabilities capabilities, IdentityKind identity, Scheduler scheduler) {
        this.capabilities = capabilities;
        this.identity = identity;
        this.scheduler = scheduler;
    }

    /** Puts a message at the end. */
    public void put(Envelope envelope) {
        synchronized (this) {
            Stored message = new Stored(++lastNumber, envelope);
            visible.put(message.number, message);
        }
        pump();
    }

    /** Returns how many messages the broker has, those with a receiver included. */
    public synchronized int size() {
        return visible.size() + others.size();
    }

    /** Returns the calls so far, for example {@code ack order-1}, in order. */
    public synchronized List<String> wire() {
        return List.copyOf(wire);
    }

    /** Returns how many calls so far begin with the text. */
    public int calls(String start) {
        return (int) wire().stream().filter(call -> call.startsWith(start)).count();
    }

    /** Refuses every extension with this failure from now on; null lets them pass again. */
    public void refuseExtensions(RuntimeException failure) {
        refuseExtensions(failure, envelope -> true);
    }

    /** Refuses the extensions of the chosen messages with this failure from now on; null lets them pass again. */
    public synchronized void refuseExtensions(RuntimeException failure, Predicate<Envelope> chosen) {
        extensionFailure = failure;
        extensionsRefused = chosen;
    }

    /** Refuses every ack with this failure from now on; null lets them pass again. */
    public synchronized void refuseAcks(RuntimeException failure) {
        ackFailure = failure;
    }

    /** Returns a new receiver of this broker. */
    public Receiver receiver() {
        return new FakeReceiver(this);
    }

    Capabilities capabilities() {
        return capabilities;
    }

    IdentityKind identity() {
        return identity;
    }

    synchronized void add(FakeReceiver receiver) {
        receivers.add(receiver);
    }

    synchronized void remove(FakeReceiver receiver) {
        receivers.remove(receiver);
    }

    /** Takes the first visible message under a new receipt; null when there is none. */
    synchronized FakeDelivery take(FakeReceiver receiver) {
        var first = visible.pollFirstEntry();
        if (first == null) {
            return null;
        }
        Stored message = first.getValue();
        others.put(message.number, message);
        message.receipt++;
        note("hand over", message);
        lock(message, scheduler.clock().instant().plus(capabilities.lockWindow()));
        int attempt = capabilities.countsAttempts() ? (int) message.receipt : 1;
        Envelope envelope = identity == IdentityKind.STABLE ? message.envelope : renamed(message);
        return new FakeDelivery(this, receiver, message, envelope, attempt);
    }

    private static Envelope renamed(Stored message) {
        Envelope original = message.envelope;
        return Envelope.withId(original.id() + "#" + message.receipt).subject(original.subject())
                .payload(original.payload()).headers(original.headers()).createdAt(original.createdAt())
                .expiresAt(original.expiresAt().orElse(null)).identity(original.identity()).build();
    }

    CompletionStage<Void> ack(Stored message, long receipt) {
        synchronized (this) {
            note("ack", message);
            if (ackFailure != null) {
                return CompletableFuture.failedFuture(ackFailure);
            }
            if (!isHeld(message, receipt)) {
                return lockLost(message);
            }
            message.lock.cancel();
            others.remove(message.number);
        }
        return CompletableFuture.completedFuture(null);
    }

    CompletionStage<Void> retry(Stored message, long receipt, Duration after) {
        synchronized (this) {
            note("retry " + after.toMillis(), message);
            if (capabilities.retry() == RetrySupport.HELD && !after.isZero()) {
                throw new AssertionError("This source cannot wait, and was asked to for " + after);
            }
            if (!isHeld(message, receipt)) {
                return lockLost(message);
            }
            message.lock.cancel();
        }
        if (after.isZero()) {
            show(message, receipt);
        } else {
            scheduler.schedule(after, () -> show(message, receipt));
        }
        return CompletableFuture.completedFuture(null);
    }

    synchronized CompletionStage<Void> extend(Stored message, long receipt, Instant until) {
        note("extend", message);
        if (extensionFailure != null && extensionsRefused.test(message.envelope)) {
            return CompletableFuture.failedFuture(extensionFailure);
        }
        if (!isHeld(message, receipt)) {
            return lockLost(message);
        }
        lock(message, until);
        return CompletableFuture.completedFuture(null);
    }

    synchronized CompletionStage<Void> reject(Stored message, long receipt) {
        note("reject", message);
        if (!capabilities.rejects() || !isHeld(message, receipt)) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.NOT_SUPPORTED, "No dead-lettering"));
        }
        message.lock.cancel();
        others.remove(message.number);
        return CompletableFuture.completedFuture(null);
    }

    private void lock(Stored message, Instant until) {
        message.lock.cancel();
        if (capabilities.hasLock()) {
            long receipt = message.receipt;
            message.lock
                    = scheduler.schedule(Duration.between(scheduler.clock().instant(), until), () -> show(message, receipt));
        }
    }

    private void show(Stored message, long receipt) {
        synchronized (this) {
            if (!isHeld(message, receipt)) {
                return;
            }
            others.remove(message.number);
            visible.put(message.number, message);
        }
        pump();
    }

    private boolean isHeld(Stored message, long receipt) {
        return others.containsKey(message.number) && message.receipt == receipt;
    }

    private void pump() {
        List<FakeReceiver> all;
        synchronized (this) {
            all = List.copyOf(receivers);
        }
        all.forEach(FakeReceiver::pump);
    }

    private void note(String call, Stored message) {
        wire.add(call + " " + message.envelope.id());
    }

    private static CompletionStage<Void> lockLost(Stored message) {
        return CompletableFuture.failedFuture(
                BridgeException.of(FailureCode.LOCK_LOST, "Message " + message.envelope.id() + " is somebody else's"));
    }

    /** A message of the broker; guarded by it. */
    static final class Stored {

        private final long number;
        private final Envelope envelope;
        private long receipt;
        private Scheduler.Task lock = () -> {
        };

        private Stored(long number, Envelope envelope) {
            this.number = number;
            this.envelope = envelope;
        }

        long receipt() {
            return receipt;
        }
    }
}
