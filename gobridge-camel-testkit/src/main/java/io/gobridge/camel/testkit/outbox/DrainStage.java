package io.gobridge.camel.testkit.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.outbox.drain.BindingDrain;
import io.gobridge.camel.outbox.drain.DrainSettings;
import io.gobridge.camel.outbox.drain.ExpiredRecords;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.faults.RecordingSender;

/** A drain of one binding on stores under test; everything happens on the thread that moves the clock. */
final class DrainStage {

    final SettableClock clock = new SettableClock();
    final RecordingSender target = new RecordingSender();
    final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();

    private final StoreFixture stores;
    private final String binding;

    DrainStage(StoreFixture stores, String binding) {
        this.stores = stores;
        this.binding = binding;
    }

    BindingDrain start() {
        DrainSettings settings = new DrainSettings(
                Duration.ofMinutes(5), 10, new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), 2, 0), 5,
                Duration.ofMinutes(15), ExpiredRecords.DEAD_LETTER,
                new Backoff(Duration.ofMillis(10), Duration.ofSeconds(1), 2, 0));
        BindingDrain.Site site = new BindingDrain.Site(
                "node", stores.records(), stores.leases(), deadLetters, new Failures(List.of()),
                () -> Duration.between(Instant.EPOCH, clock.instant()).toNanos(), clock, Runnable::run, new Random(1));
        return BindingDrain.start(
                new OutboxBinding(binding, new GuardedSender(binding, target, Duration.ZERO, clock), 1_000), site, settings);
    }

    /** Returns the ids of what was sent, in order. */
    List<String> sent() {
        return target.ids();
    }
}
