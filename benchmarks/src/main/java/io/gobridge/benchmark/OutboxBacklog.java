package io.gobridge.benchmark;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.outbox.record.DurableForm;
import org.springframework.jdbc.core.JdbcTemplate;

/** Takes a backlog out of gobridge's outbox, in a JVM of its own with little memory. */
final class OutboxBacklog {

    private static final String INSERT = """
            INSERT INTO gobridge_outbox (partition_id, record_id, route_id, source_id, message_id, address, ordering_key,
              key_hash, format, envelope, created_at, expires_at)
            SELECT p.partition_id, 'record-' || n, 'in', '', 'message-' || n, 'out', 'device-' || n % 1000,
              1 + n % 1000, 1, ?, 0, 0
            FROM generate_series(1, ?) n
            JOIN (SELECT partition_id, shard FROM gobridge_lease) p ON p.shard = n % ?""";

    private final JdbcTemplate jdbc;
    private final OutboxDatabase database;
    private final int shards;

    private OutboxBacklog(OutboxDatabase database, int shards) {
        this.database = database;
        this.jdbc = database.jdbc();
        this.shards = shards;
    }

    /** Takes the URL of a database and a number of shards; drains a backlog of each size that it reads. */
    public static void main(String[] args) throws Exception {
        try (OutboxDatabase database = OutboxDatabase.at(args[0]);
             java.util.Scanner sizes = new java.util.Scanner(System.in, StandardCharsets.UTF_8)) {
            OutboxBacklog backlog = new OutboxBacklog(database, Integer.parseInt(args[1]));
            while (sizes.hasNextInt()) {
                ChildJvm.announce(backlog.drain(sizes.nextInt()));
            }
        }
        System.exit(0);
    }

    /** Returns records per second, and the megabytes of heap that were in use after a collection in their midst. */
    private String drain(int records) throws Exception {
        CountDownLatch half = new CountDownLatch(records / 2);
        CountDownLatch all = new CountDownLatch(records);
        GoBridgeOutbox outbox = new GoBridgeOutbox(shards);
        outbox.onSent(() -> {
            half.countDown();
            all.countDown();
        });
        database.empty();
        try (outbox) {
            outbox.open(database);
            jdbc.update(INSERT, envelope(), records, shards);
            jdbc.execute("CHECKPOINT");
            long start = System.nanoTime();
            outbox.drain();
            long pause = heapWhenHalf(half);
            while (!all.await(30, TimeUnit.SECONDS)) {
                System.err.println(all.getCount() + " of " + records + " records have not been sent; still waiting");
            }
            double perSecond = records * 1e9 / (System.nanoTime() - start - pause);
            return String.format(Locale.ROOT, "%.0f %d", perSecond, usedMegabytes);
        }
    }

    private long usedMegabytes;

    private long heapWhenHalf(CountDownLatch half) throws InterruptedException {
        half.await();
        long begun = System.nanoTime();
        System.gc();
        usedMegabytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
        return System.nanoTime() - begun;
    }

    private static byte[] envelope() {
        return DurableForm.write(Envelope.withId("message").payload(Payload.copyOf(new byte[1_024]))
                .headers(Headers.of(GoBridgeOutbox.HEADERS)).createdAt(Instant.now()).build());
    }

    static List<String> jvmOptions() {
        return List.of("-Xmx128m");
    }
}
