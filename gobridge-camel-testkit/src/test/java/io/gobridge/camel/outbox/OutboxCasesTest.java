package io.gobridge.camel.outbox;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What other bridges got wrong, at the outbox of a user, on H2 files. */
class OutboxCasesTest {

    @TempDir
    private static Path directory;
    private static HikariDataSource database;

    private final String name = "outbox-" + UUID.randomUUID();
    private final RecordingSender one = new RecordingSender();
    private final RecordingSender two = new RecordingSender();

    @BeforeAll
    static void start() {
        database = Databases.h2(directory);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    private static FailingSender away(RecordingSender target) {
        return new FailingSender(FailingSender.ALWAYS, BridgeException.of(FailureCode.CONNECTION_LOST, "away"), target);
    }

    private static int kept(HikariDataSource where, String outbox) {
        return new JdbcTemplate(where).queryForObject(
                "SELECT COUNT(*) FROM gobridge_outbox o JOIN gobridge_lease l ON l.partition_id = o.partition_id"
                                                      + " WHERE l.outbox = ?",
                Integer.class, outbox);
    }

    /** F7: of three destinations one took the message before the node went away. */
    @Test
    void shouldSendOnlyToTheDestinationsThatAreLeftAfterARestart() throws Exception {
        RecordingSender three = new RecordingSender();
        String options = "bindings=one,two,three&resolver=all";
        try (OutboxStage stage = new OutboxStage(database, name).bind("one", new Binding(one))
                .bind("two", new Binding(away(two))).bind("three", new Binding(away(three))).start(options)) {
            stage.put("m1");
            await().atMost(OutboxStage.LONG).until(() -> one.count() == 1 && kept(database, name) == 2);
        }
        try (OutboxStage stage = new OutboxStage(database, name).bind("one", new Binding(one)).bind("two", new Binding(two))
                .bind("three", new Binding(three)).start(options)) {
            await().atMost(OutboxStage.LONG).until(() -> kept(database, name) == 0);
            assertThat(stage.deadLetters.entries()).isEmpty();
        }
        assertThat(List.of(one.ids(), two.ids(), three.ids())).containsOnly(List.of("m1"));
    }

    /** F30 and F70: a repeated message is success, not an error, and is not sent; it is counted. */
    @Test
    void shouldCountTheMessagesThatTheSourceRepeats() throws Exception {
        try (OutboxStage stage = new OutboxStage(database, name).bind("target", one).start("target=#target")) {
            stage.put("m1");
            await().atMost(OutboxStage.LONG).until(() -> one.count() == 1 && kept(database, name) == 0);
            stage.put("m1");
            stage.put("m1");
            stage.put("m2");
            stage.awaitTaken();

            await().atMost(OutboxStage.LONG).until(() -> one.count() == 2);
            assertThat(stage.outbox.start().find("out").duplicatesSuppressed()).isEqualTo(2);
            assertThat(stage.deadLetters.entries()).isEmpty();
        }
        assertThat(one.ids()).containsExactly("m1", "m2");
    }

    /** F34: the outboxes have one name, and a schema each. */
    @Test
    void shouldNotTouchTheRowsOfAnotherSchema() throws Exception {
        try (HikariDataSource near = schema("near");
             HikariDataSource far = schema("far");
             OutboxStage here = new OutboxStage(near, name).bind("target", one);
             OutboxStage there = new OutboxStage(far, name).bind("target", away(two))) {
            here.start("target=#target");
            there.start("target=#target");
            IntStream.range(0, 50).forEach(i -> {
                here.put("h" + i);
                there.put("t" + i);
            });
            here.awaitTaken();
            there.awaitTaken();

            await().atMost(OutboxStage.LONG).until(() -> one.count() == 50 && kept(near, name) == 0);
            assertThat(kept(far, name)).isEqualTo(50);
        }
        assertThat(one.ids()).allMatch(id -> id.startsWith("h"));
        assertThat(two.count()).isZero();
    }

    private static HikariDataSource schema(String schema) {
        return Databases.pool("jdbc:h2:" + directory.resolve("schemas") + ";INIT=CREATE SCHEMA IF NOT EXISTS " + schema
                              + "\\;SET SCHEMA " + schema,
                "sa", "");
    }

    /** F66: two outboxes of one context, and who uses which. */
    @Test
    void shouldKeepTheMessagesOfEachRouteInItsOwnOutbox() throws Exception {
        SharedOutbox second = new SharedOutbox(database);
        second.setName(name + "-second");
        try (OutboxStage stage = new OutboxStage(database, name).bind("second", second).bind("one", away(one))
                .bind("two", away(two)).start(new RouteBuilder() {

                    @Override
                    public void configure() {
                        from("direct:first").routeId("first")
                                .to("gobridge:a?target=#one&deliveryMode=shared_outbox&outbox=#outbox");
                        from("direct:second").routeId("second").choice().when(body().isNotNull())
                                .to("gobridge:b?target=#two&deliveryMode=shared_outbox&outbox=#second");
                        from("direct:none").routeId("none").to("gobridge:c?target=#one");
                    }
                })) {
            for (int i = 0; i < 3; i++) {
                stage.context.createProducerTemplate().sendBody("direct:first", "f" + i);
            }
            stage.context.createProducerTemplate().sendBody("direct:second", "s");

            assertThat(kept(database, name)).isEqualTo(3);
            assertThat(kept(database, name + "-second")).isOne();
            assertThat(new OutboxReport(stage.context).entries()).containsExactlyInAnyOrder(
                    "route=first binding=a outbox=" + name, "route=second binding=b outbox=" + name + "-second");
        }
    }
}
