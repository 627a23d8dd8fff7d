package io.gobridge.camel.testkit.outbox;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.drain.BindingDrain;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.lease.LeaseView.Standing;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.outbox.store.Cycle.Wanted;
import io.gobridge.camel.testkit.SettableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * What an outbox does in a database that others use at the same time: transactions that commit late, another node that
 * takes a lease over while a cycle is open, and people who edit the tables. A database's own test says how it is
 * opened. The transactions are interleaved by hand.
 */
public abstract class SharedDatabaseContract {

    private static final String BINDING = "out";
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(1);
    /** Beyond all that a drain looks back. */
    private static final Duration VERY_LONG = Duration.ofSeconds(61);

    private DataSourceTransactionManager transactions;
    private JdbcTemplate jdbc;
    private StoreFixture stores;
    private DrainStage stage;
    private long partition;

    /** Opens the stores of an outbox that nobody used before. */
    protected abstract StoreFixture open() throws Exception;

    /** Returns the database behind the stores. */
    protected abstract DataSource database();

    /** Returns the query that counts the connections that wait for a lock. */
    protected abstract String countOfBlocked();

    @BeforeEach
    final void openStores() throws Exception {
        stores = open();
        partition = stores.leases().register(BINDING, 1).get(0);
        transactions = new DataSourceTransactionManager(database());
        jdbc = new JdbcTemplate(database());
        stage = new DrainStage(new SettableClock(), BINDING, stores.records(), stores.leases());
    }

    @AfterEach
    final void closeStores() {
        stores.close();
    }

    @Test
    final void shouldSendWhatWasKeptEarlierAndCommittedLater() {
        BindingDrain drain = stage.start();
        TransactionStatus late = begin(TransactionDefinition.PROPAGATION_REQUIRED);
        keep(Records.message("a1", "a"), Records.message("m1"));
        beside(() -> {
            keep(Records.message("a2", "a"), Records.message("m2"));
            pass(drain, Duration.ofSeconds(4));
            assertThat(stage.target().ids()).containsExactlyInAnyOrder("a2", "m2");
            assertThat(kept()).as("left while the other transaction is open").isZero();
        });
        transactions.commit(late);
        keep(Records.message("a3", "a"));

        pass(drain, Duration.ofSeconds(1));

        assertThat(stage.target().ids()).containsSubsequence("a2", "a1", "a3").containsExactlyInAnyOrder("a2", "m2", "a1", "m1",
                "a3");
        assertThat(kept()).isZero();
    }

    /** The transaction is the user's and takes longer than a drain looks back. */
    @Test
    final void shouldSendWhatWasCommittedAfterAVeryLongTime() {
        BindingDrain drain = stage.start();
        TransactionStatus late = begin(TransactionDefinition.PROPAGATION_REQUIRED);
        keep(Records.message("a1", "a"), Records.message("m1"));
        beside(() -> {
            keep(Records.message("a2", "a"));
            for (int i = 0; i < VERY_LONG.toSeconds(); i++) {
                keep(Records.message("b" + i, "b"));
                pass(drain, Duration.ofSeconds(1));
                assertThat(kept()).as("left while the other transaction is open").isZero();
            }
        });
        transactions.commit(late);

        pass(drain, Duration.ofSeconds(6));
        keep(Records.message("a3", "a"));
        pass(drain, Duration.ofSeconds(1));

        assertThat(stage.target().ids()).containsSubsequence("a2", "a1", "a3").doesNotHaveDuplicates().contains("m1");
        assertThat(kept()).isZero();
    }

    /**
     * The holder of a lease, A, deletes what it sent; the lease expires meanwhile, and B wants it:
     * <ol>
     * <li>A fences, and its lease is locked
     * <li>B tries to take the lease, and waits for A
     * <li>A deletes and commits, and its lease is renewed: B is refused
     * </ol>
     * A fence that only looks whether the lease is A's, such as {@code WHERE EXISTS}, locks nothing: B has the lease at
     * step 2, reads the record and sends it, and step 3 completes it under a token that is stale.
     */
    @Test
    final void shouldNotLetALeaseBeTakenOverWhileItsHolderWrites() throws Exception {
        Lease lease = acquired("a", SHORT);
        keep(Records.message("m1"));
        StoredRecord record = cycle(lease, SHORT, List.of());
        Standing expired = awaitExpired();

        TransactionStatus writing = begin(TransactionDefinition.PROPAGATION_REQUIRED);
        cycle(lease, LONG, List.of(record.seq()));
        CompletableFuture<Optional<Lease>> taken
                = CompletableFuture.supplyAsync(() -> stores.leases().acquire(expired, "b", LONG));
        awaitBlocked(taken);
        assertThat(taken).isNotDone();
        transactions.commit(writing);

        assertThat(taken.get()).isEmpty();
        assertThat(kept()).isZero();
        assertThat(stores.leases().renew(lease, LONG)).isTrue();
    }

    /** The same, but A rolls back: B has the lease, and A can write nothing more. */
    @Test
    final void shouldRefuseTheFormerHolderThatRolledBackDuringATakeover() throws Exception {
        Lease lease = acquired("a", SHORT);
        keep(Records.message("m1"));
        StoredRecord record = cycle(lease, SHORT, List.of());
        Standing expired = awaitExpired();

        TransactionStatus writing = begin(TransactionDefinition.PROPAGATION_REQUIRED);
        cycle(lease, LONG, List.of(record.seq()));
        CompletableFuture<Optional<Lease>> taken
                = CompletableFuture.supplyAsync(() -> stores.leases().acquire(expired, "b", LONG));
        awaitBlocked(taken);
        transactions.rollback(writing);

        Lease current = taken.get().orElseThrow();
        assertThat(current.version()).isEqualTo(lease.version() + 1);
        assertThatThrownBy(() -> cycle(lease, LONG, List.of(record.seq()))).isInstanceOfSatisfying(BridgeException.class,
                e -> assertThat(e.code()).isEqualTo(FailureCode.STALE_FENCING_TOKEN));
        assertThat(kept()).isOne();
        assertThat(cycle(current, LONG, List.of()).seq()).isEqualTo(record.seq());
        cycle(current, LONG, List.of(record.seq()));
        assertThat(kept()).isZero();
    }

    /** Each broken row is a dead letter with its bytes, and the others go on. */
    @Test
    final void shouldMakeDeadLettersOfRowsThatSomebodyBroke() {
        byte[] bad = "{not json".getBytes(StandardCharsets.UTF_8);
        keep(Records.message("json", "a"), Records.message("format", "a"), Records.message("address", "a"),
                Records.message("binary"), Records.message("empty"), Records.message("fine", "a"));
        String where = " WHERE partition_id = ? AND message_id = ?";
        jdbc.update("UPDATE gobridge_outbox SET envelope = ?" + where, bad, partition, "json");
        jdbc.update("UPDATE gobridge_outbox SET format = 99" + where, partition, "format");
        jdbc.update("UPDATE gobridge_outbox SET address = NULL" + where, partition, "address");
        jdbc.update("UPDATE gobridge_outbox SET envelope = ?" + where, new byte[] { 0, -1, -2 }, partition, "binary");
        jdbc.update("UPDATE gobridge_outbox SET envelope = ?" + where, new byte[0], partition, "empty");

        pass(stage.start(), Duration.ofSeconds(2));

        Map<String, byte[]> dead = stage.deadLetters().entries().stream().collect(
                Collectors.toMap(entry -> entry.envelope().id(), entry -> entry.envelope().payload().toBytes()));
        assertThat(dead).containsOnlyKeys("json", "format", "address", "binary", "empty");
        assertThat(dead.get("json")).isEqualTo(bad);
        assertThat(dead.get("binary")).containsExactly(0, -1, -2);
        assertThat(stage.deadLetters().entries()).extracting(DeadLetter::code).containsOnly(FailureCode.INVALID_PAYLOAD);
        assertThat(stage.target().ids()).containsExactly("fine");
        assertThat(kept()).isZero();
    }

    private TransactionStatus begin(int propagation) {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition(propagation);
        definition.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return transactions.getTransaction(definition);
    }

    /** Does the work on other connections, while the transaction of this thread stays open. */
    private void beside(Runnable work) {
        TransactionStatus suspended
                = transactions
                        .getTransaction(new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_NOT_SUPPORTED));
        work.run();
        transactions.commit(suspended);
    }

    private void keep(Envelope... messages) {
        stores.records().persist(List.of(messages).stream().map(message -> Records.record(partition, message)).toList(),
                OutboxTransaction.JOIN);
    }

    private void pass(BindingDrain drain, Duration duration) {
        drain.wake(partition);
        stage.clock().advance(duration);
    }

    private int kept() {
        return stores.records().count(List.of(partition), 1_000);
    }

    private Lease acquired(String owner, Duration ttl) {
        return stores.leases().acquire(standing(), owner, ttl).orElseThrow();
    }

    private Standing standing() {
        return stores.leases().look(BINDING, "b", LONG).partitions().get(0);
    }

    private Standing awaitExpired() {
        await().until(() -> standing().isFree(stores.leases().look(BINDING, "b", LONG).now()));
        return standing();
    }

    private void awaitBlocked(CompletableFuture<?> done) {
        await().until(() -> done.isDone() || jdbc.queryForObject(countOfBlocked(), Integer.class) > 0);
    }

    /** Returns the first record that the cycle reads; null when there is none. */
    private StoredRecord cycle(Lease lease, Duration ttl, List<Long> completed) {
        List<StoredRecord> records = stores.records()
                .cycle(new Cycle(lease, ttl, completed, List.of(), new Wanted(0, 1, List.of(), List.of()))).records();
        return records.isEmpty() ? null : records.get(0);
    }
}
