package io.gobridge.camel.testkit.contract;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.failure.FailedRun;

/** Counts what is charged. */
final class CountingLedger implements AttemptLedger {

    private final AttemptLedger ledger;
    private final AtomicInteger charged = new AtomicInteger();

    CountingLedger(AttemptLedger ledger) {
        this.ledger = ledger;
    }

    int charged() {
        return charged.get();
    }

    @Override
    public boolean takesNoteOfRuns() {
        return ledger.takesNoteOfRuns();
    }

    @Override
    public CompletionStage<AttemptHistory> begin(String key) {
        return ledger.begin(key);
    }

    @Override
    public CompletionStage<Void> end(String key) {
        return ledger.end(key);
    }

    @Override
    public CompletionStage<AttemptHistory> charge(String key, FailedRun run) {
        charged.incrementAndGet();
        return ledger.charge(key, run);
    }

    @Override
    public CompletionStage<Void> returned(String key) {
        return ledger.returned(key);
    }

    @Override
    public CompletionStage<AttemptHistory> find(String key) {
        return ledger.find(key);
    }

    @Override
    public CompletionStage<Void> forget(String key) {
        return ledger.forget(key);
    }
}
