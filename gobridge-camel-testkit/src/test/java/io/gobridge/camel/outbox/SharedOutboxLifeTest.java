package io.gobridge.camel.outbox;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.dispatch.OutboxMessage;
import io.gobridge.camel.dispatch.OutboxMessage.Destination;
import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.transport.OutboundMessage;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What an outbox finds when it starts, with whom it shares its database, and when it does not start; on an H2 file. */
class SharedOutboxLifeTest {

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
        return new OutboxStage(database, name).bind("target", target);
    }

    private int kept() {
        return OutboxStage.kept(database, name);
    }

    @Test
    void shouldGoOnSendingForARouteWhenAnotherOfTheSameBindingStops() throws Exception {
        try (OutboxStage stage = stage()) {
            StoppableTarget shared = new StoppableTarget();
            stage.bind("stoppable", shared).bind("shared", new Binding("stoppable:target")).start(new RouteBuilder() {

                @Override
                public void configure() {
                    from("gobridge:in?source=gobridge-memory:in").routeId("first")
                            .to("gobridge:out?deliveryMode=shared_outbox&bindings=shared&resolver=all");
                    from("direct:second").routeId("second")
                            .to("gobridge:again?deliveryMode=shared_outbox&bindings=shared&resolver=all");
                }
            });
            stage.put("m1");
            await().atMost(OutboxStage.LONG).until(() -> shared.count() == 1 && kept() == 0);

            stage.context.getRouteController().stopRoute("first");
            stage.context.createFluentProducerTemplate().to("direct:second").withBody("m2").send();

            await().atMost(OutboxStage.LONG).until(() -> shared.count() == 2 && kept() == 0);
        }
    }

    @Test
    void shouldGoOnWhereAnotherNodeStopped() throws Exception {
        keepWithoutSending(IntStream.range(0, 20).mapToObj(i -> "m" + i).toList());

        OutboxStage second = stage();
        try (second) {
            second.start("target=#target");
            await().atMost(OutboxStage.LONG).until(() -> target.count() == 20 && kept() == 0);
        }
        assertThat(target.ids()).doesNotHaveDuplicates();
    }

    /** Somebody edits the table by hand: each broken row is a dead letter with its bytes, and the others go on. */
    @Test
    void shouldMakeDeadLettersOfRowsThatItCannotRead() throws Exception {
        keepWithoutSending(List.of("json", "format", "address", "fine"));
        String partition = " AND partition_id IN (SELECT partition_id FROM gobridge_lease WHERE outbox = ?)";
        byte[] bad = "{not json".getBytes(StandardCharsets.UTF_8);
        jdbc.update("UPDATE gobridge_outbox SET envelope = ? WHERE message_id = 'json'" + partition, bad, name);
        jdbc.update("UPDATE gobridge_outbox SET format = 99 WHERE message_id = 'format'" + partition, name);
        jdbc.update("UPDATE gobridge_outbox SET address = NULL WHERE message_id = 'address'" + partition, name);

        try (OutboxStage stage = stage().start("target=#target")) {
            await().atMost(OutboxStage.LONG).until(() -> target.count() == 1 && kept() == 0);

            Map<String, byte[]> dead = stage.deadLetters.entries().stream().collect(
                    Collectors.toMap(entry -> entry.envelope().id(), entry -> entry.envelope().payload().toBytes()));
            assertThat(dead).containsOnlyKeys("json", "format", "address");
            assertThat(dead.get("json")).isEqualTo(bad);
            assertThat(stage.deadLetters.entries()).extracting(DeadLetter::binding).containsOnly("out");
        }
        assertThat(target.ids()).containsExactly("fine");
    }

    private void keepWithoutSending(List<String> ids) throws Exception {
        FailingSender away = new FailingSender(
                FailingSender.ALWAYS, BridgeException.of(FailureCode.CONNECTION_LOST, "away"), new RecordingSender());
        try (OutboxStage stage = stage().bind("away", away).start("target=#away")) {
            ids.forEach(stage::put);
            stage.awaitTaken();
        }
        assertThat(kept()).isEqualTo(ids.size());
    }

    @Test
    void shouldShareTheWorkBetweenNodes() throws Exception {
        RecordingSender others = new RecordingSender();
        OutboxStage other = new OutboxStage(database, name).bind("target", others);
        OutboxStage stage = stage();
        stage.outbox.setLeaseTtl(Duration.ofSeconds(15));
        other.outbox.setLeaseTtl(Duration.ofSeconds(15));
        try (stage; other) {
            stage.start("target=#target");
            other.start("target=#target");
            AtomicInteger next = new AtomicInteger();
            await().atMost(OutboxStage.LONG).until(() -> {
                stage.put("m" + next.getAndIncrement());
                return target.count() > 0 && others.count() > 0;
            });

            await().atMost(OutboxStage.LONG).until(() -> target.count() + others.count() >= next.get() && kept() == 0);
        }
        assertThat(target.ids()).doesNotContainAnyElementsOf(others.ids());
    }

    /** F34 and F66. */
    @Test
    void shouldNotTouchTheRowsOfAnotherOutbox() throws Exception {
        RecordingSender others = new RecordingSender();
        OutboxStage other = new OutboxStage(database, name + "-other").bind("target", others);
        try (OutboxStage stage = stage().start("target=#target"); other) {
            other.start("target=#target");
            IntStream.range(0, 50).forEach(i -> {
                stage.put("m" + i);
                other.put("o" + i);
            });

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 50 && others.count() == 50);
        }
        assertThat(target.ids()).allMatch(id -> id.startsWith("m"));
        assertThat(others.ids()).allMatch(id -> id.startsWith("o"));
    }

    @Test
    void shouldNotBeginAgainForARouteThatEndsLater() throws Exception {
        try (OutboxStage stage = stage().start("target=#target")) {
            stage.outbox.stop();

            Destination to = new Destination("out", new OutboundMessage(OutboxStage.message("m1"), ""));
            CompletionStage<Void> kept
                    = stage.outbox.persist(new OutboxMessage("in", "in", List.of(to), OutboxTransaction.OWN));

            assertThat(kept).failsWithin(Duration.ZERO).withThrowableOfType(ExecutionException.class).havingCause()
                    .isInstanceOfSatisfying(BridgeException.class, e -> {
                        assertThat(e.code()).isEqualTo(FailureCode.UNAVAILABLE);
                        assertThat(e.scope()).isEqualTo(FailureScope.TARGET);
                        assertThat(e).hasMessageContaining("is not running");
                    });
            assertThat(kept()).isZero();
        }
    }

    @Test
    void shouldRefuseWhatCannotWork() {
        OutboxStage stage = stage();
        stage.outbox.setShards(0);
        stage.outbox.setLeaseTtl(Duration.ofMillis(10));
        try (stage) {
            assertThatThrownBy(() -> stage.start("target=#target"))
                    .hasMessageContaining("shards=0").hasMessageContaining("leaseTtl=PT0.01S");
        }
    }

    @Test
    void shouldRefuseAnotherNumberOfShards() throws Exception {
        stage().start("target=#target").close();
        OutboxStage stage = stage();
        stage.outbox.setShards(3);
        try (stage) {
            assertThatThrownBy(() -> stage.start("target=#target")).hasStackTraceContaining("shards=3");
        }
    }

    @Test
    void shouldRefuseADatabaseThatForgets() {
        try (HikariDataSource memory = Databases.pool("jdbc:h2:mem:" + name, "sa", "");
             OutboxStage stage = new OutboxStage(memory, name).bind("target", target)) {
            assertThatThrownBy(() -> stage.start("target=#target"))
                    .hasStackTraceContaining("in memory").hasStackTraceContaining("acknowledgeVolatile");
        }
    }

    @Test
    void shouldRefuseTheModeWithoutAnOutbox() {
        try (OutboxStage stage = stage()) {
            stage.context.getRegistry().unbind("outbox");
            assertThatThrownBy(() -> stage.start("target=#target")).hasStackTraceContaining("deliveryMode=shared_outbox")
                    .hasStackTraceContaining("SharedOutbox");
        }
    }
}
