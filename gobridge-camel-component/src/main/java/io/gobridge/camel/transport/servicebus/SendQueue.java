package io.gobridge.camel.transport.servicebus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.gobridge.camel.failure.BridgeException;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Puts into one transfer what waits while another is under way, and lets nothing wait for company. Thread-safe.
 * <ol>
 * <li>One transfer is under way at a time, so nothing overtakes.</li>
 * <li>When it ends, as much of what waits as fits goes into the next.</li>
 * <li>A transfer that is refused for what may be one message's fault is sent again, message by message.</li>
 * </ol>
 */
final class SendQueue {

    /** Service Bus takes some thousand; enough to use a link well. */
    private static final int MOST_MESSAGES = 1000;

    private final ServiceBusSenderAsyncClient client;
    private final String what;
    private final Consumer<Optional<BridgeException>> observer;

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<SendEntry> waiting = new ArrayDeque<>();
    private final CompletableFuture<Void> idleAfterClose = new CompletableFuture<>();
    private List<SendEntry> underWay = List.of();
    private Disposable.Swap transfer = Disposables.swap();
    private BridgeException closed;

    /** @param observer learns of each transfer whether it failed */
    SendQueue(ServiceBusSenderAsyncClient client, String what, Consumer<Optional<BridgeException>> observer) {
        this.client = client;
        this.what = what;
        this.observer = observer;
    }

    CompletionStage<Void> submit(SendEntry entry) {
        BridgeException refusal;
        lock.lock();
        try {
            refusal = closed;
            if (refusal == null) {
                waiting.add(entry);
            }
        } finally {
            lock.unlock();
        }
        if (refusal == null) {
            sendNext();
        } else {
            entry.fail(refusal);
        }
        return entry.done();
    }

    /** Gives up a message: one that waits is not sent; one under way may have arrived. */
    void cancel(Predicate<SendEntry> isMeant, BridgeException reason) {
        SendEntry found = null;
        Disposable abandoned = null;
        lock.lock();
        try {
            for (Iterator<SendEntry> entries = waiting.iterator(); found == null && entries.hasNext();) {
                SendEntry entry = entries.next();
                if (isMeant.test(entry)) {
                    entries.remove();
                    found = entry;
                }
            }
            if (found == null) {
                found = underWay.stream().filter(isMeant).findFirst().orElse(null);
                // When nobody waits for it any more, it must not keep up the others.
                SendEntry meant = found;
                abandoned = found != null && underWay.stream().allMatch(entry -> entry == meant || entry.done().isDone())
                        ? transfer : null;
            }
        } finally {
            lock.unlock();
        }
        if (found != null) {
            found.fail(reason);
        }
        if (abandoned != null) {
            abandoned.dispose();
            ended(abandoned);
        }
    }

    /** Takes nothing more, fails what waits, and completes when nothing is under way. */
    CompletionStage<Void> close(BridgeException reason) {
        List<SendEntry> left;
        boolean isIdle;
        lock.lock();
        try {
            closed = reason;
            left = List.copyOf(waiting);
            waiting.clear();
            isIdle = underWay.isEmpty();
        } finally {
            lock.unlock();
        }
        left.forEach(entry -> entry.fail(reason));
        if (isIdle) {
            idleAfterClose.complete(null);
        }
        return idleAfterClose;
    }

    /** Gives up what is under way. */
    void abort(BridgeException reason) {
        List<SendEntry> given;
        Disposable abandoned;
        lock.lock();
        try {
            given = underWay;
            abandoned = transfer;
        } finally {
            lock.unlock();
        }
        abandoned.dispose();
        given.forEach(entry -> entry.fail(reason));
        ended(abandoned);
    }

    private void sendNext() {
        List<SendEntry> entries;
        Disposable.Swap slot;
        lock.lock();
        try {
            if (!underWay.isEmpty() || waiting.isEmpty()) {
                return;
            }
            entries = new ArrayList<>(Math.min(waiting.size(), MOST_MESSAGES));
            while (entries.size() < MOST_MESSAGES && !waiting.isEmpty()) {
                entries.add(waiting.remove());
            }
            underWay = entries;
            transfer = Disposables.swap();
            slot = transfer;
        } finally {
            lock.unlock();
        }
        List<SendEntry> sendable = sendable(entries);
        if (sendable.isEmpty()) {
            ended(slot);
        } else {
            slot.update((sendable.size() == 1 ? sendAlone(sendable.get(0)) : sendTogether(slot, sendable))
                    .subscribe(nothing -> {
                    }, error -> failed(slot, error), () -> ended(slot)));
        }
    }

    private static List<SendEntry> sendable(List<SendEntry> entries) {
        List<SendEntry> sendable = new ArrayList<>(entries.size());
        for (SendEntry entry : entries) {
            entry.heldBack().ifPresentOrElse(entry::fail, () -> sendable.add(entry));
        }
        return sendable;
    }

    private Mono<Void> sendAlone(SendEntry entry) {
        return client.sendMessage(entry.wire()).doOnSuccess(nothing -> {
            observer.accept(Optional.empty());
            entry.sent();
        });
    }

    private Mono<Void> sendTogether(Disposable slot, List<SendEntry> entries) {
        return client.createMessageBatch().flatMap(batch -> {
            List<SendEntry> aboard = fill(batch, entries);
            if (!putBack(slot, aboard, entries.subList(aboard.size(), entries.size()))) {
                return Mono.empty();
            }
            return aboard.size() == 1 ? sendAlone(aboard.get(0)) : send(batch, aboard);
        });
    }

    /** Puts in what fits, in order; the first one goes whether it fits or not, alone. */
    private static List<SendEntry> fill(ServiceBusMessageBatch batch, List<SendEntry> entries) {
        int count = 0;
        while (count < entries.size() && fits(batch, entries.get(count))) {
            count++;
        }
        return entries.subList(0, Math.max(1, count));
    }

    private static boolean fits(ServiceBusMessageBatch batch, SendEntry entry) {
        try {
            return batch.tryAddMessage(entry.wire());
        } catch (RuntimeException e) {
            // That is how the client says of some messages that they are too large for any batch.
            return false;
        }
    }

    private Mono<Void> send(ServiceBusMessageBatch batch, List<SendEntry> aboard) {
        return client.sendMessages(batch).doOnSuccess(nothing -> {
            observer.accept(Optional.empty());
            aboard.forEach(SendEntry::sent);
        }).onErrorResume(this::mayBlameOne, error -> Mono.when(sendOneByOne(aboard)));
    }

    private boolean mayBlameOne(Throwable error) {
        return ServiceBusFailures.mayBlameOneMessage(ServiceBusFailures.of(error, what));
    }

    private Mono<Void> sendOneByOne(List<SendEntry> entries) {
        return Flux.fromIterable(entries).concatMap(entry -> entry.heldBack().isPresent()
                ? Mono.<Void> fromRunnable(() -> entry.fail(entry.heldBack().orElseThrow()))
                : sendAlone(entry).onErrorResume(error -> Mono.fromRunnable(() -> fail(entry, error)))).then();
    }

    private void fail(SendEntry entry, Throwable error) {
        BridgeException failure = ServiceBusFailures.of(error, what);
        observer.accept(Optional.of(failure));
        entry.fail(failure);
    }

    /** Leaves the rest to the next transfer; false when this one was given up. A message given up stays given up. */
    private boolean putBack(Disposable slot, List<SendEntry> aboard, List<SendEntry> rest) {
        lock.lock();
        try {
            if (!isCurrent(slot)) {
                return false;
            }
            for (int i = rest.size() - 1; i >= 0; i--) {
                if (!rest.get(i).done().isDone()) {
                    waiting.addFirst(rest.get(i));
                }
            }
            underWay = List.copyOf(aboard);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void failed(Disposable slot, Throwable error) {
        BridgeException failure = ServiceBusFailures.of(error, what);
        observer.accept(Optional.of(failure));
        List<SendEntry> aboard;
        lock.lock();
        try {
            aboard = isCurrent(slot) ? underWay : List.of();
        } finally {
            lock.unlock();
        }
        aboard.forEach(entry -> entry.fail(failure));
        ended(slot);
    }

    /** A transfer that was given up may still end. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isCurrent(Disposable slot) {
        return transfer == slot;
    }

    private void ended(Disposable slot) {
        BridgeException end;
        List<SendEntry> left = List.of();
        lock.lock();
        try {
            if (!isCurrent(slot)) {
                return;
            }
            transfer = Disposables.swap();
            underWay = List.of();
            end = closed;
            if (end != null) {
                left = List.copyOf(waiting);
                waiting.clear();
            }
        } finally {
            lock.unlock();
        }
        if (end != null) {
            left.forEach(entry -> entry.fail(end));
            idleAfterClose.complete(null);
        } else {
            sendNext();
        }
    }
}
