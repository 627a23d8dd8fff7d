package io.gobridge.benchmark;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.gobridge.camel.envelope.Payload;

/**
 * The same guarantees by hand, in as few statements as JDBC needs: a thread that commits what has come meanwhile, known
 * ids left out, and a thread per partition whose transaction locks the lease, deletes what was sent and reads what
 * comes next.
 */
final class RawOutbox implements OutboxPeer {

    private static final int KEYS = 1_000;
    private static final int MOST = 500;

    private static final List<String> SCHEMA = List.of(
            "CREATE TABLE raw_outbox (part INT NOT NULL, seq BIGINT GENERATED ALWAYS AS IDENTITY, message_id TEXT NOT NULL,"
                                                       + " okey TEXT NOT NULL, address TEXT NOT NULL, headers TEXT NOT NULL, payload BYTEA NOT NULL,"
                                                       + " replays INT DEFAULT 0 NOT NULL, next_at BIGINT DEFAULT 0 NOT NULL, PRIMARY KEY (part, seq))",
            "CREATE TABLE raw_seen (part INT NOT NULL, message_id TEXT NOT NULL, payload_hash TEXT NOT NULL,"
                                                                                                                                                         + " created_at BIGINT NOT NULL, PRIMARY KEY (part, message_id))",
            "CREATE INDEX raw_seen_created ON raw_seen (part, created_at)",
            "CREATE TABLE raw_lease (part INT PRIMARY KEY, owner TEXT NOT NULL, version BIGINT NOT NULL,"
                                                                            + " expires_at BIGINT NOT NULL) WITH (fillfactor = 50)");

    private final int shards;
    private final BlockingQueue<RawRecord> waiting = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<RawPartition> partitions = new ArrayList<>();
    private Runnable counter;
    private volatile boolean isClosed;

    RawOutbox(int shards) {
        this.shards = shards;
    }

    @Override
    public void onSent(Runnable counter) {
        this.counter = counter;
    }

    @Override
    public void open(OutboxDatabase database) throws SQLException {
        isClosed = false;
        SCHEMA.forEach(database.jdbc()::execute);
        for (int part = 0; part < shards; part++) {
            database.jdbc().update("INSERT INTO raw_lease VALUES (?, 'node', 1, 0)", part);
            partitions.add(new RawPartition(part, database.pool().getConnection(), counter));
        }
        Connection connection = database.pool().getConnection();
        connection.setAutoCommit(false);
        start(() -> commit(new RawCommit(connection)));
    }

    private void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (SQLException e) {
                throw new IllegalStateException("The database failed", e);
            }
        });
        threads.add(thread);
        thread.start();
    }

    private void commit(RawCommit commit) throws SQLException, InterruptedException {
        try (commit) {
            List<RawRecord> group = new ArrayList<>();
            while (!isClosed) {
                RawRecord first = waiting.poll(20, TimeUnit.MILLISECONDS);
                if (first != null) {
                    group.add(first);
                    waiting.drainTo(group, MOST - 1);
                    commit.persist(group);
                    group.forEach(record -> record.kept().complete(null));
                    group.forEach(record -> partitions.get(record.part()).wake());
                    group.clear();
                }
            }
        }
    }

    @Override
    public CompletionStage<Void> persist(int number, byte[] payload) {
        String key = "device-" + number % KEYS;
        RawRecord record = new RawRecord(
                Math.floorMod(key.hashCode(), shards), "message-" + number, key, Payload.ofImmutable(payload),
                new CompletableFuture<>());
        waiting.add(record);
        return record.kept();
    }

    @Override
    public void drain() {
        partitions.forEach(partition -> start(partition::run));
    }

    @Override
    public void close() {
        isClosed = true;
        partitions.forEach(RawPartition::stop);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.clear();
        partitions.clear();
        waiting.clear();
    }

    /** What a thread does. */
    private interface Work {

        void run() throws SQLException, InterruptedException;
    }
}
