package io.gobridge.camel.testkit.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.record.DurableForm;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.record.Sharding;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.outbox.store.Backlog;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.CompletedRecords;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.outbox.store.Cycle.Wanted;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.outbox.store.Persisted;
import io.gobridge.camel.outbox.store.Replay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What a store of records has to do. A store's own test says how it is opened. */
public abstract class OutboxStoreContract {

    private static final Duration TTL = Duration.ofMinutes(5);
    private static final String BINDING = "out";

    private StoreFixture stores;
    private List<Long> partitions;

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
    final void shouldGiveBackWhatItTook() {
        Lease lease = lease(0);
        Envelope message = Records.message("whole", "k1").toBuilder().payload(Payload.copyOf(new byte[] { 0, -1, 127, -128 }))
                .expiresAt(Records.message("any").createdAt().plusSeconds(60)).build();
        persist(List.of(Records.record(partitions.get(0), message, "some/where")));

        StoredRecord record = claim(lease, new Wanted(0, 1, List.of(), List.of())).records().get(0);

        assertThat(DurableForm.read(record.encoded().shared())).isEqualTo(message);
        assertThat(record.address()).isEqualTo("some/where");
        assertThat(record.key()).isEqualTo(Sharding.key(message));
        assertThat(record.format()).isEqualTo(NewRecord.FORMAT);
        assertThat(record.routeId()).isEqualTo("route");
        assertThat(record.sourceId()).isEqualTo("source");
        assertThat(record.expiresAt()).isEqualTo(message.expiresAt().orElseThrow().toEpochMilli());
        assertThat(record.replays()).isZero();
        assertThat(record.firstAttemptAt()).isZero();
    }

    /** Case 90 and F70. */
    @Test
    final void shouldKeepAMessageOnceAndSaySo() {
        assertThat(persist(List.of(record("m1")))).containsExactly(Persisted.KEPT);

        assertThat(persist(List.of(record("m1"), record("m2")))).containsExactly(Persisted.DUPLICATE, Persisted.KEPT);

        assertThat(count()).isEqualTo(2);
    }

    /** In opposite orders, so that each transaction has what the other wants next. */
    @Test
    final void shouldKeepMessagesOnceThatTwoKeepAtTheSameTime() {
        for (int round = 0; round < 20; round++) {
            String prefix = "round" + round + "-";
            List<NewRecord> some = IntStream.range(0, 50).mapToObj(i -> record(prefix + i)).toList();
            List<NewRecord> reversed = new ArrayList<>(some);
            Collections.reverse(reversed);

            CompletableFuture<List<Persisted>> other = CompletableFuture.supplyAsync(() -> persist(reversed));
            List<Persisted> all = new ArrayList<>(persist(some));
            all.addAll(other.join());

            assertThat(all).filteredOn(Persisted.KEPT::equals).hasSize(50);
            assertThat(all).filteredOn(Persisted.DUPLICATE::equals).hasSize(50);
        }
        assertThat(count()).isEqualTo(1_000);
    }

    @Test
    final void shouldKeepAMessageOnceAlsoWithinOneTransaction() {
        assertThat(persist(List.of(record("m1"), record("m1")))).containsExactly(Persisted.KEPT, Persisted.DUPLICATE);

        assertThat(count()).isOne();
    }

    @Test
    final void shouldNotTakeAnotherPayloadUnderAKnownIdForADuplicate() {
        persist(List.of(record("m1")));
        Envelope other = Records.message("m1").toBuilder().payload(Payload.ofText("another")).build();

        assertThat(persist(List.of(Records.record(partitions.get(0), other)))).containsExactly(Persisted.ID_REUSED);

        assertThat(count()).isOne();
    }

    @Test
    final void shouldKeepTheSameMessageInEachPartition() {
        persist(List.of(record("m1")));

        assertThat(persist(List.of(Records.record(partitions.get(1), Records.message("m1"))))).containsExactly(Persisted.KEPT);
    }

    @Test
    final void shouldRememberAMessageThatWasCompleted() {
        Lease lease = lease(0);
        persist(List.of(record("m1")));
        complete(lease, claim(lease, new Wanted(0, 1, List.of(), List.of())).records());

        assertThat(persist(List.of(record("m1")))).containsExactly(Persisted.DUPLICATE);

        assertThat(count()).isZero();
    }

    @Test
    final void shouldForgetMessagesAfterTheWindowButNotTheirRecords() {
        persist(List.of(record("m1")));

        await().until(() -> stores.records().forget(partitions.get(0), Duration.ZERO) == 1);

        assertThat(count()).isOne();
        assertThat(persist(List.of(record("m1")))).containsExactly(Persisted.KEPT);
        assertThat(stores.records().forget(partitions.get(0), Duration.ofHours(1))).isZero();
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

    @Test
    final void shouldCountUpToALimit() {
        persist(IntStream.range(0, 10).mapToObj(i -> record("m" + i)).toList());

        assertThat(stores.records().count(partitions, 7)).isEqualTo(7);
        assertThat(stores.records().count(partitions, 100)).isEqualTo(10);
    }

    @Test
    final void shouldTellHowMuchAPartitionKeepsAndSinceWhen() {
        Lease lease = lease(0);
        assertThat(stores.records().backlog(partitions.get(0), 100)).isEqualTo(Backlog.NONE);
        persist(List.of(record("m1")));
        await().until(() -> backlog(100).oldestAge().toMillis() > 300);
        persist(List.of(record("m2"), record("m3")));

        assertThat(backlog(100).depth()).isEqualTo(3);
        assertThat(backlog(2).depth()).isEqualTo(2);
        assertThat(stores.records().backlog(partitions.get(1), 100)).isEqualTo(Backlog.NONE);
        complete(lease, claim(lease, new Wanted(0, 1, List.of(), List.of())).records());
        long age = backlog(100).oldestAge().toMillis();
        Claim after = claim(lease, new Wanted(0, 1, List.of(), List.of()));
        assertThat(age).isBetween(0L, after.now() - after.records().get(0).createdAt());
    }

    @Test
    final void shouldKeepWhatWasCompletedForAWhileAndNoLonger() {
        Lease lease = lease(0);
        persist(List.of(record("m1"), record("m2"), Records.record(partitions.get(0), Records.message("a1", "a"))));
        List<StoredRecord> records = claim(lease, new Wanted(0, 9, List.of(), List.of())).records();

        keepCompleted(lease, records.subList(0, 2));

        assertThat(count()).isOne();
        assertThat(stores.records().purge(partitions.get(0), Duration.ofHours(1))).isZero();
        assertThat(stores.records().purge(partitions.get(1), Duration.ZERO)).isZero();
        await().until(() -> stores.records().purge(partitions.get(0), Duration.ZERO) == 2);
        assertThat(stores.records().purge(partitions.get(0), Duration.ZERO)).isZero();
        assertThat(claim(lease, new Wanted(0, 9, List.of(), List.of())).records()).extracting(StoredRecord::messageId)
                .containsExactly("a1");
    }

    @Test
    final void shouldPurgeCompletedRecordsInPortions() {
        Lease lease = lease(0);
        persist(IntStream.range(0, 1_500).mapToObj(i -> record("m" + i)).toList());
        keepCompleted(lease, claim(lease, new Wanted(0, 1_500, List.of(), List.of())).records());

        await().until(() -> stores.records().purge(partitions.get(0), Duration.ZERO) == 1_000);

        assertThat(stores.records().purge(partitions.get(0), Duration.ZERO)).isEqualTo(500);
    }

    @Test
    final void shouldPurgeNothingThatIsYetToBeSent() {
        Lease lease = lease(0);
        persist(List.of(record("m1")));
        claim(lease, new Wanted(0, 9, List.of(), List.of()));

        await().until(() -> stores.records().forget(partitions.get(0), Duration.ZERO) == 1);

        assertThat(stores.records().purge(partitions.get(0), Duration.ZERO)).isZero();
        assertThat(count()).isOne();
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
    final void shouldTakeTextsThatAreHardToKeep() {
        Lease lease = lease(0);
        String odd = "a\u0000b'\"\\\u20ac\uD83D\uDE00 #?:x {{y}}";
        persist(List.of(Records.record(partitions.get(0), Records.message(odd, odd))));

        StoredRecord record = claim(lease, new Wanted(0, 1, List.of(), List.of())).records().get(0);

        assertThat(DurableForm.read(record.encoded().shared()).id()).isEqualTo(odd);
    }

    @Test
    final void shouldTakeALargePayload() {
        Lease lease = lease(0);
        Envelope large = Records.message("large").toBuilder().payload(Payload.copyOf(new byte[2_000_000])).build();
        persist(List.of(Records.record(partitions.get(0), large)));

        assertThat(DurableForm.read(claim(lease, new Wanted(0, 1, List.of(), List.of())).records().get(0).encoded().shared()))
                .isEqualTo(large);
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

    private Lease lease(int shard) {
        return stores.leases().acquire(
                stores.leases().look(BINDING, "node", TTL).partitions().get(shard), "node", TTL).orElseThrow();
    }

    private NewRecord record(String id) {
        return Records.record(partitions.get(0), Records.message(id));
    }

    private List<Persisted> persist(List<NewRecord> records) {
        return stores.records().persist(records, OutboxTransaction.OWN);
    }

    private Claim claim(Lease lease, Wanted wanted) {
        return stores.records().cycle(new Cycle(lease, TTL, List.of(), List.of(), wanted));
    }

    private void complete(Lease lease, List<StoredRecord> records) {
        stores.records().cycle(
                new Cycle(lease, TTL, records.stream().map(StoredRecord::seq).toList(), List.of(), Wanted.NOTHING));
    }

    private void keepCompleted(Lease lease, List<StoredRecord> records) {
        stores.records().cycle(new Cycle(
                lease, TTL, records.stream().map(StoredRecord::seq).toList(), CompletedRecords.KEPT, List.of(),
                Wanted.NOTHING));
    }

    private Backlog backlog(int limit) {
        return stores.records().backlog(partitions.get(0), limit);
    }

    private void assertThatStale(Lease lease, StoredRecord record) {
        assertThatThrownBy(() -> complete(lease, List.of(record))).isInstanceOfSatisfying(BridgeException.class,
                e -> assertThat(e.code()).isEqualTo(FailureCode.STALE_FENCING_TOKEN));
    }

    private int count() {
        return stores.records().count(partitions, 1_000);
    }
}
