package io.gobridge.camel.testkit.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.record.DurableForm;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.record.Sharding;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.outbox.store.Backlog;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.Cycle.Wanted;
import io.gobridge.camel.outbox.store.Persisted;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a store of records keeps, and how long. A store's own test says how it is opened. */
public abstract class OutboxStoreContract extends StoreContract {

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

    private Backlog backlog(int limit) {
        return stores.records().backlog(partitions.get(0), limit);
    }
}
