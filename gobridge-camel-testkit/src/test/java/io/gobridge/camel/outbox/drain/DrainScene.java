package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.outbox.DrainStage;
import io.gobridge.camel.testkit.outbox.MemoryOutboxStore;
import io.gobridge.camel.testkit.outbox.Records;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;

/**
 * A drain on the reference store, and a target that does as it is told; everything happens on the thread that moves the
 * clock.
 */
final class DrainScene {

    static final Duration TTL = Duration.ofSeconds(15);

    final SettableClock clock = new SettableClock();
    final MemoryOutboxStore store = new MemoryOutboxStore(clock);
    final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
    final Target target = new Target();
    final List<Long> partitions = store.register("out", 1);
    boolean refusesDeadLetters;
    boolean throwsDeadLetters;

    /** A target that says of each message what happens. */
    static final class Target implements Sender {

        final List<String> sent = new ArrayList<>();
        final Map<String, Function<Integer, CompletionStage<Void>>> answers = new HashMap<>();
        final Map<String, Integer> tries = new HashMap<>();

        @Override
        public CompletionStage<Void> send(OutboundMessage message) {
            String id = message.envelope().id();
            sent.add(id);
            return answers.getOrDefault(id, attempt -> CompletableFuture.completedFuture(null))
                    .apply(tries.merge(id, 1, Integer::sum));
        }

        void fails(String id, int times, BridgeException failure) {
            answers.put(id, attempt -> attempt <= times
                    ? CompletableFuture.failedFuture(failure)
                    : CompletableFuture.completedFuture(null));
        }

        @Override
        public void cancel(OutboundMessage message) {
            // No test lets a send take too long.
        }

        @Override
        public CompletionStage<Void> close() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public TransportHealth health() {
            return TransportHealth.UP;
        }
    }

    BindingDrain start() {
        return start(store);
    }

    BindingDrain start(OutboxStore records) {
        return new DrainStage(clock, "out", records, store).leaseTtl(TTL).deadLetterStore(this::writeDeadLetter)
                .start("node", target, Runnable::run);
    }

    private CompletionStage<Void> writeDeadLetter(DeadLetter entry) {
        if (throwsDeadLetters) {
            throw new IllegalStateException("no rights");
        }
        return refusesDeadLetters
                ? CompletableFuture.failedFuture(new IllegalStateException("full"))
                : deadLetters.write(entry);
    }

    void persist(Envelope... messages) {
        store.persist(List.of(messages).stream().map(message -> Records.record(partitions.get(0), message)).toList(),
                OutboxTransaction.OWN);
    }

    int left() {
        return store.count(partitions, 1_000);
    }

    static BridgeException failure(FailureCode code) {
        return BridgeException.of(code, "the target said so");
    }
}
