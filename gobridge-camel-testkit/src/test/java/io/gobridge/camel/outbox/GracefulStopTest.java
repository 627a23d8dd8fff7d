package io.gobridge.camel.outbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.StatefulService;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A node with an outbox stops in order: nothing is lost, nothing is left to wait for. */
class GracefulStopTest {

    private static final Duration LONG_LEASE = Duration.ofMinutes(10);

    @TempDir
    private static Path directory;
    private static HikariDataSource database;
    private static JdbcTemplate jdbc;

    private final String name = "outbox-" + UUID.randomUUID();
    private final RecordingSender target = new RecordingSender();

    @BeforeAll
    static void start() {
        database = Databases.h2(directory);
        jdbc = new JdbcTemplate(database);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    private OutboxStage stage() {
        OutboxStage stage = new OutboxStage(database, name).bind("target", target);
        stage.outbox.setLeaseTtl(LONG_LEASE);
        return stage;
    }

    private int kept() {
        return jdbc.queryForObject("SELECT COUNT(*) FROM gobridge_outbox o JOIN gobridge_lease l"
                                   + " ON l.partition_id = o.partition_id WHERE l.outbox = ?",
                Integer.class, name);
    }

    private int heldLeases() {
        return jdbc.queryForObject("SELECT COUNT(*) FROM gobridge_lease WHERE outbox = ? AND owner <> ''",
                Integer.class, name);
    }

    private int nodes() {
        return jdbc.queryForObject("SELECT COUNT(*) FROM gobridge_node WHERE outbox = ?", Integer.class, name);
    }

    /** What runs in a route when its context stops is settled, and so must the outbox be there until then. */
    @Test
    void shouldKeepWhatIsInARouteWhenItStops() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        OutboxStage stage = stage();
        CompletableFuture<Void> stopped;
        try (stage) {
            stage.start(new RouteBuilder() {

                @Override
                public void configure() {
                    from("gobridge:in?source=gobridge-memory:in").routeId("in").process(exchange -> {
                        running.incrementAndGet();
                        assertThat(goOn.await(1, TimeUnit.MINUTES)).isTrue();
                    }).to("gobridge:out?deliveryMode=shared_outbox&target=#target");
                }
            });
            IntStream.range(0, 3).forEach(i -> stage.put("m" + i));
            await().atMost(OutboxStage.LONG).until(() -> running.get() == 3);

            stopped = CompletableFuture.runAsync(stage.context::stop);
            awaitNoMoreIntake(stage);
            goOn.countDown();
            stopped.get(1, TimeUnit.MINUTES);

            assertThat(stage.queue().size()).isZero();
            assertThat(target.count() + kept()).isEqualTo(3);
            assertThat(stage.deadLetters.entries()).isEmpty();
            assertThat(heldLeases()).isZero();
            assertThat(nodes()).isZero();
        }
    }

    @Test
    void shouldSettleWhatIsBeingSentAndLeaveNoLease() throws Exception {
        HangingSender hanging = new HangingSender(target);
        OutboxStage first = stage().bind("hanging", hanging);
        try (first) {
            first.start("target=#hanging&sendTimeout=0");
            IntStream.range(0, 50).forEach(i -> first.put("m" + i));
            first.awaitTaken();
            await().atMost(OutboxStage.LONG).until(() -> hanging.hanging() == 10);

            CompletableFuture<Void> stopped = CompletableFuture.runAsync(first.context::stop);
            awaitNoMoreIntake(first);
            while (!stopped.isDone()) {
                hanging.letOneGo();
                Thread.onSpinWait();
            }

            assertThat(first.queue().size()).isZero();
            assertThat(target.count()).isGreaterThanOrEqualTo(10);
            assertThat(target.count() + kept()).isEqualTo(50);
            assertThat(heldLeases()).isZero();
            assertThat(nodes()).isZero();
        }
    }

    /** Of a lease of ten minutes, another node waits for nothing. */
    @Test
    void shouldLetAnotherNodeGoOnAtOnce() throws Exception {
        FailingSender away = new FailingSender(
                FailingSender.ALWAYS, BridgeException.of(FailureCode.CONNECTION_LOST, "away"), new RecordingSender());
        try (OutboxStage first = stage().bind("away", away)) {
            first.start("target=#away");
            IntStream.range(0, 20).forEach(i -> first.put("m" + i));
            first.awaitTaken();
            await().atMost(OutboxStage.LONG).until(() -> heldLeases() == 2);
        }
        assertThat(kept()).isEqualTo(20);
        assertThat(heldLeases()).isZero();

        try (OutboxStage second = stage()) {
            second.start("target=#target");
            await().atMost(OutboxStage.LONG).until(() -> target.count() >= 20 && kept() == 0);
        }
        assertThat(target.ids()).hasSize(20).doesNotHaveDuplicates();
    }

    private static void awaitNoMoreIntake(OutboxStage stage) {
        StatefulService intake = (StatefulService) stage.context.getRoute("in").getConsumer();
        await().atMost(OutboxStage.LONG).until(() -> !intake.isStarted());
    }

    @Test
    void shouldGiveTheLeasesBackWhenItsOnlyRouteStops() throws Exception {
        try (OutboxStage stage = stage()) {
            stage.start("target=#target");
            stage.put("m1");
            await().atMost(OutboxStage.LONG).until(() -> target.count() == 1 && heldLeases() == 2);

            stage.context.getRouteController().stopRoute("in");

            assertThat(heldLeases()).isZero();
            assertThat(kept()).isZero();
            stage.context.getRouteController().startRoute("in");
            stage.put("m2");
            await().atMost(OutboxStage.LONG).until(() -> target.count() == 2);
        }
    }
}
