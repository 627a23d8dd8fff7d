package io.gobridge.camel.testkit.outbox;

import java.time.Duration;
import java.util.List;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.CompletedRecords;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.outbox.store.Cycle.Wanted;
import io.gobridge.camel.outbox.store.Persisted;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The stores of an outbox, opened for each test, and what a contract does with them. */
abstract class StoreContract {

    static final Duration TTL = Duration.ofMinutes(5);
    static final String BINDING = "out";

    StoreFixture stores;
    List<Long> partitions;

    /** Opens the stores of an outbox that nobody used before. */
    protected abstract StoreFixture open() throws Exception;

    @BeforeEach
    final void openStores() throws Exception {
        stores = open();
        partitions = stores.leases().register(BINDING, 4);
    }

    @AfterEach
    final void closeStores() {
        stores.close();
    }

    final Lease lease(int shard) {
        return stores.leases().acquire(
                stores.leases().look(BINDING, "node", TTL).partitions().get(shard), "node", TTL).orElseThrow();
    }

    final NewRecord record(String id) {
        return Records.record(partitions.get(0), Records.message(id));
    }

    final List<Persisted> persist(List<NewRecord> records) {
        return stores.records().persist(records, OutboxTransaction.OWN);
    }

    final Claim claim(Lease lease, Wanted wanted) {
        return stores.records().cycle(new Cycle(lease, TTL, List.of(), List.of(), wanted));
    }

    final void complete(Lease lease, List<StoredRecord> records) {
        stores.records().cycle(
                new Cycle(lease, TTL, records.stream().map(StoredRecord::seq).toList(), List.of(), Wanted.NOTHING));
    }

    final void keepCompleted(Lease lease, List<StoredRecord> records) {
        stores.records().cycle(new Cycle(
                lease, TTL, records.stream().map(StoredRecord::seq).toList(), CompletedRecords.KEPT, List.of(),
                Wanted.NOTHING));
    }

    final int count() {
        return stores.records().count(partitions, 1_000);
    }
}
