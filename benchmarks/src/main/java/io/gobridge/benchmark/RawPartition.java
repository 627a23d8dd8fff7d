package io.gobridge.benchmark;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Takes what one partition keeps out of it, in the cycle that the outbox's algorithm asks for. */
final class RawPartition {

    private static final int BATCH = 500;
    private static final long TTL = 15_000;
    private static final long LOOK_BACK = 5_000_000_000L;

    private final int part;
    private final Connection connection;
    private final Runnable target;
    private final Semaphore news = new Semaphore(0);
    private final Deque<long[]> floors = new ArrayDeque<>();
    private volatile boolean isStopped;

    RawPartition(int part, Connection connection, Runnable target) {
        this.part = part;
        this.connection = connection;
        this.target = target;
    }

    void wake() {
        news.release();
    }

    void stop() {
        isStopped = true;
        wake();
    }

    void run() throws SQLException, InterruptedException {
        connection.setAutoCommit(false);
        try (connection; RawCycle cycle = new RawCycle()) {
            List<Long> done = new ArrayList<>();
            while (!isStopped) {
                long begun = System.nanoTime();
                List<Long> batch = cycle.run(done, low(begun));
                done = batch;
                if (batch.isEmpty()) {
                    news.tryAcquire(100, TimeUnit.MILLISECONDS);
                    news.drainPermits();
                    continue;
                }
                floors.addLast(new long[] { begun, batch.get(0) });
                long deadline = begun + TimeUnit.MILLISECONDS.toNanos(TTL * 2 / 3);
                for (int i = 0; i < batch.size() && System.nanoTime() - deadline < 0; i++) {
                    target.run();
                }
            }
        }
    }

    /** A place that was lowest longer ago than any commit takes. */
    private long low(long now) {
        long low = 0;
        while (!floors.isEmpty() && now - floors.peekFirst()[0] > LOOK_BACK) {
            low = floors.removeFirst()[1] - 1;
        }
        return low;
    }

    /** The transaction. */
    private final class RawCycle implements AutoCloseable {

        private final PreparedStatement fence = connection.prepareStatement(
                "UPDATE raw_lease SET expires_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + " + TTL
                                                                            + " WHERE part = ? AND owner = 'node' AND version = 1");
        private final PreparedStatement delete
                = connection.prepareStatement("DELETE FROM raw_outbox WHERE part = ? AND seq = ANY (?)");
        private final PreparedStatement select = connection.prepareStatement(
                "SELECT seq, message_id, okey, address, headers, payload, replays FROM raw_outbox WHERE part = ? AND seq > ?"
                                                                             + " AND next_at <= CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) ORDER BY seq LIMIT "
                                                                             + BATCH);

        private RawCycle() throws SQLException {
        }

        private List<Long> run(List<Long> done, long low) throws SQLException {
            fence.setInt(1, part);
            if (fence.executeUpdate() != 1) {
                throw new SQLException("The lease of partition " + part + " is gone");
            }
            if (!done.isEmpty()) {
                delete.setInt(1, part);
                delete.setArray(2, connection.createArrayOf("int8", done.toArray()));
                delete.executeUpdate();
            }
            select.setInt(1, part);
            select.setLong(2, low);
            List<Long> batch = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    for (int column = 2; column <= 5; column++) {
                        rows.getString(column);
                    }
                    rows.getBytes(6);
                    batch.add(rows.getLong(1));
                }
            }
            connection.commit();
            return batch;
        }

        @Override
        public void close() throws SQLException {
            select.close();
            delete.close();
            fence.close();
        }
    }
}
