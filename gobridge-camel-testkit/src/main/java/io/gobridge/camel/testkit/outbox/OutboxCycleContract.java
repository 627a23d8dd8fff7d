package io.gobridge.camel.testkit.outbox;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.outbox.store.Cycle.Wanted;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.outbox.store.Replay;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a store of records settles and reads under a lease. A store's own test says how it is opened. */
public abstract class OutboxCycleContract extends StoreContract {

    /** Case 95. */
    @Test
    final void shouldGiveTheRecordsOfAPartitionInTheirOrder() {
        Lease lease = lease(0);
        persist(IntStream.range(0, 20).mapToObj(i -> record("m" + i)).toList());
        persist(List.of(Records.record(partitions.get(1), Records.message("elsewhere"))));

        Claim claim = claim(lease, new Wanted(0, 100, List.of(), List.of()));

        assertThat(claim.records()).extracting(StoredRecord::messageId)
                .containsExactlyElementsOf(IntStream.range(0, 20).mapToObj(i -> "m" + i).toList());
        assertThat(claim.records()).extracting(StoredRecord::seq).isSorted();
        assertThat(claim.now()).isPositive();
    }

    @Test
    final void shouldReadNoMoreThanFitsIntoMemory() {
        Lease lease = lease(0);
        Payload large = Payload.copyOf(new byte[3_000_000]);
        IntStream.range(0, 5).forEach(i -> persist(List.of(Records.record(
                partitions.get(0), Records.message("m" + i).toBuilder().payload(large).build()))));
        Payload larger = Payload.copyOf(new byte[(int) OutboxStore.MOST_BYTES - 1_000_000]);
        persist(List.of(Records.record(partitions.get(0), Records.message("m5").toBuilder().payload(larger).build())));

        Claim first = claim(lease, new Wanted(0, 100, List.of(), List.of()));
        Claim second = claim(lease, new Wanted(first.records().get(2).seq(), 100, List.of(), List.of()));
        Claim last = claim(lease, new Wanted(second.records().get(1).seq(), 100, List.of(), List.of()));

        assertThat(first.records()).extracting(StoredRecord::messageId).containsExactly("m0", "m1", "m2");
        assertThat(second.records()).extracting(StoredRecord::messageId).containsExactly("m3", "m4", "m5");
        assertThat(last.records()).extracting(StoredRecord::messageId).containsExactly("m5");
    }

    @Test
    final void shouldDeleteWhatWasCompleted() {
        Lease lease = lease(0);
        persist(List.of(record("m1"), record("m2"), record("m3")));
        List<StoredRecord> records = claim(lease, new Wanted(0, 2, List.of(), List.of())).records();

        complete(lease, records);

        assertThat(claim(lease, new Wanted(0, 9, List.of(), List.of())).records()).extracting(StoredRecord::messageId)
                .containsExactly("m3");
    }

    /** Cases 92, 93. */
    @Test
    final void shouldRefuseWhoeverDoesNotHoldTheLease() {
        Lease old = lease(0);
        persist(List.of(record("m1")));
        StoredRecord record = claim(old, new Wanted(0, 1, List.of(), List.of())).records().get(0);
        stores.leases().release(old);
        Lease current = lease(0);

        assertThatStale(old, record);
        assertThatStale(new Lease(current.partition(), 0, current.owner(), 999), record);
        assertThatStale(new Lease(current.partition(), 0, "somebody", current.version()), record);
        assertThat(count()).isOne();
        complete(current, List.of(record));
        assertThat(count()).isZero();
    }

    @Test
    final void shouldKeepNothingAsCompletedForWhoeverDoesNotHoldTheLease() {
        Lease old = lease(0);
        persist(List.of(record("m1")));
        List<StoredRecord> records = claim(old, new Wanted(0, 1, List.of(), List.of())).records();
        stores.leases().release(old);
        lease(0);

        assertThatThrownBy(() -> keepCompleted(old, records)).isInstanceOf(BridgeException.class);

        assertThat(stores.records().purge(partitions.get(0), Duration.ofMinutes(-1))).isZero();
        assertThat(count()).isOne();
    }

    @Test
    final void shouldSayWhenARecordIsToBeSentAgain() {
        Lease lease = lease(0);
        persist(List.of(Records.record(partitions.get(0), Records.message("m1", "k1"))));
        StoredRecord record = claim(lease, new Wanted(0, 1, List.of(), List.of())).records().get(0);
        Replay replay = new Replay(record.seq(), 3, 77, Duration.ofMinutes(2), "the target was away");

        Claim claim = stores.records().cycle(
                new Cycle(lease, TTL, List.of(), List.of(replay), new Wanted(0, 1, List.of(), List.of())));

        StoredRecord again = claim.records().get(0);
        assertThat(again.replays()).isEqualTo(3);
        assertThat(again.firstAttemptAt()).isEqualTo(77);
        assertThat(again.nextAttemptAt()).isBetween(claim.now() + 110_000, claim.now() + 120_000);
    }

    @Test
    final void shouldNotGiveARecordOfItsOwnBeforeItsTime() {
        Lease lease = lease(0);
        persist(List.of(record("m1"), record("m2")));
        StoredRecord record = claim(lease, new Wanted(0, 1, List.of(), List.of())).records().get(0);
        Replay replay = new Replay(record.seq(), 1, 1, Duration.ofMinutes(2), "later");

        Claim claim = stores.records().cycle(
                new Cycle(lease, TTL, List.of(), List.of(replay), new Wanted(0, 9, List.of(), List.of())));

        assertThat(claim.records()).extracting(StoredRecord::messageId).containsExactly("m2");
    }

    @Test
    final void shouldPassOverHeldSequencesAndExcludedRecords() {
        Lease lease = lease(0);
        persist(List.of(Records.record(partitions.get(0), Records.message("a1", "a")), record("m1"), record("m2"),
                Records.record(partitions.get(0), Records.message("a2", "a")),
                Records.record(partitions.get(0), Records.message("b1", "b"))));
        List<StoredRecord> all = claim(lease, new Wanted(0, 9, List.of(), List.of())).records();

        Claim claim = claim(lease, new Wanted(0, 9, List.of(all.get(0).key()), List.of(all.get(1).seq())));

        assertThat(claim.records()).extracting(StoredRecord::messageId).containsExactly("m2", "b1");
    }

    @Test
    final void shouldReadBehindAPlace() {
        Lease lease = lease(0);
        persist(List.of(record("m1"), record("m2")));
        long first = claim(lease, new Wanted(0, 1, List.of(), List.of())).records().get(0).seq();

        assertThat(claim(lease, new Wanted(first, 9, List.of(), List.of())).records())
                .extracting(StoredRecord::messageId).containsExactly("m2");
        assertThat(claim(lease, Wanted.NOTHING).records()).isEmpty();
    }

    private void assertThatStale(Lease lease, StoredRecord record) {
        assertThatThrownBy(() -> complete(lease, List.of(record))).isInstanceOfSatisfying(BridgeException.class,
                e -> assertThat(e.code()).isEqualTo(FailureCode.STALE_FENCING_TOKEN));
    }
}
