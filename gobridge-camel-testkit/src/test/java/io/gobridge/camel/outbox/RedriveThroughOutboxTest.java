package io.gobridge.camel.outbox;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.MessageForm;
import io.gobridge.camel.deadletter.RedriveEdit;
import io.gobridge.camel.deadletter.RedriveResult;
import io.gobridge.camel.deadletter.RedriveResult.Ending;
import io.gobridge.camel.deadletter.RedriveStage;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The way back from the dead letters of an outbox, which are in its database: F67. */
class RedriveThroughOutboxTest {

    @TempDir
    private static Path directory;
    private static HikariDataSource database;

    private final BridgeException forbidden = BridgeException.of(FailureCode.FORBIDDEN, "no");
    private final RecordingSender target = new RecordingSender();
    private final RecordingSender other = new RecordingSender();
    private final FailingSender failing = new FailingSender(FailingSender.ALWAYS, forbidden, target);
    private final String name = "outbox-" + UUID.randomUUID();
    private final AtomicBoolean isUnlucky = new AtomicBoolean();
    private RedriveStage stage;

    @BeforeAll
    static void start() {
        database = Databases.h2(directory);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void open() throws Exception {
        SharedOutbox outbox = new SharedOutbox(database);
        outbox.setName(name);
        outbox.setShards(2);
        outbox.setBackoff(new Backoff(Duration.ofMillis(10), Duration.ofMillis(20), 2, 0));
        Binding out = new Binding(failing);
        out.setAddress("at/{place}");
        stage = new RedriveStage(new SqlDeadLetterStore(database)).bind("outbox", outbox).bind("out", out)
                .bind("other", new Binding(other));
        stage.start(routes -> routes.from(RedriveStage.SOURCE).routeId("r")
                .process(this::step)
                .setHeader("place", routes.constant("here"))
                .to("gobridge:fan?bindings=out,other&resolver=all&dispatchMode=fan_out&deliveryMode=shared_outbox"));
    }

    private void step(Exchange exchange) {
        if (isUnlucky.get()) {
            throw forbidden;
        }
        exchange.getMessage().setBody(exchange.getMessage().getBody(String.class) + "!");
    }

    @AfterEach
    void close() {
        stage.entries().forEach(entry -> RedriveStage.done(stage.deadLetters().delete(entry.id())));
        stage.close();
    }

    private DeadLetter deadLetter() {
        stage.put("m1");
        DeadLetter entry = stage.awaitEntries(1).get(0);
        await().atMost(RedriveStage.LONG).until(() -> other.count() == 1);
        return entry;
    }

    @Test
    void shouldKnowWhereAndHowARecordFailed() {
        DeadLetter entry = deadLetter();

        assertThat(entry.form()).isEqualTo(MessageForm.OUTGOING);
        assertThat(entry.routeId()).isEqualTo("r");
        assertThat(entry.sourceId()).isEqualTo("in");
        assertThat(entry.binding()).isEqualTo("out");
        assertThat(entry.address()).isEqualTo("at/here");
        assertThat(entry.category()).isEqualTo(DeadLetterCategory.PERMANENT);
        assertThat(entry.code()).isEqualTo(FailureCode.FORBIDDEN);
        assertThat(entry.attempts()).isEqualTo(1);
        assertThat(entry.history()).singleElement().matches(run -> run.reason().equals("no"));
    }

    @Test
    void shouldSendItToItsBindingAloneWithoutItsRoute() {
        DeadLetter entry = deadLetter();
        failing.heal();

        RedriveResult result = stage.redrive(entry);

        assertThat(result.ending()).isEqualTo(Ending.DELIVERED);
        await().atMost(RedriveStage.LONG).until(() -> target.count() == 1);
        assertThat(stage.entries()).isEmpty();
        assertThat(other.count()).isEqualTo(1);
        assertThat(target.sent().get(0).message().address()).isEqualTo("at/here");
        Envelope sent = target.envelopes().get(0);
        assertThat(sent.payload()).isEqualTo(Payload.ofText("m1!"));
        assertThat(sent.id()).isNotEqualTo("m1");
        assertThat(sent.headers().text(ReservedHeaders.CAUSATION_ID)).contains("m1");
        assertThat(sent.headers().text(ReservedHeaders.CORRELATION_ID))
                .isEqualTo(entry.envelope().headers().text(ReservedHeaders.CORRELATION_ID)).isPresent();
        assertThat(sent.headers().contains(ReservedHeaders.DEAD_LETTER)).isFalse();
    }

    @Test
    void shouldReturnToTheSameEntryHoweverOftenItFails() {
        DeadLetter entry = deadLetter();

        for (int failures = 2; failures <= 4; failures++) {
            int attempts = failures;
            stage.redrive(entry);
            await().atMost(RedriveStage.LONG).until(
                    () -> stage.entries().stream().anyMatch(again -> again.attempts() == attempts));
        }

        DeadLetter again = stage.entries().get(0);
        assertThat(stage.entries()).hasSize(1);
        assertThat(again.id()).isEqualTo(entry.id());
        assertThat(again.envelope()).isEqualTo(entry.envelope());
        assertThat(again.history()).hasSize(4).contains(entry.history().get(0));
        assertThat(again.firstFailure()).isEqualTo(entry.firstFailure());
        assertThat(again.audit()).hasSize(3);
    }

    /** What it is sent from has been there: nothing may take the redriven message for it. */
    @Test
    void shouldNotTakeItForADuplicateHoweverOftenItIsRedriven() {
        DeadLetter entry = deadLetter();
        stage.redrive(entry, RedriveEdit.NONE.withBody(Payload.ofText("edited")));
        await().atMost(RedriveStage.LONG).until(() -> stage.entries().stream().anyMatch(again -> again.attempts() == 2));
        failing.heal();

        stage.redrive(entry);

        await().atMost(RedriveStage.LONG).until(() -> target.count() == 1);
        await().atMost(RedriveStage.LONG).until(() -> stage.entries().isEmpty());
    }

    @Test
    void shouldShowARowThatNobodyCanReadAndSendItWithAnEditedBody() throws Exception {
        keepARowThatNobodyCanRead();
        failing.heal();
        DeadLetter raw = stage.awaitEntries(1).get(0);
        assertThat(raw.form()).isEqualTo(MessageForm.UNREADABLE);
        assertThat(raw.category()).isEqualTo(DeadLetterCategory.REJECTED);
        assertThat(raw.envelope().id()).isEqualTo("broken");
        assertThat(raw.envelope().payload().toText()).isEqualTo("no envelope");

        RedriveResult refused = stage.redrive(raw);
        RedriveResult edited = stage.redrive(raw, RedriveEdit.NONE.withBody(Payload.ofText("by hand")));

        assertThat(refused.ending()).isEqualTo(Ending.FAILED);
        assertThat(refused.reason()).contains("edited body");
        assertThat(edited.ending()).isEqualTo(Ending.DELIVERED);
        await().atMost(RedriveStage.LONG).until(() -> target.count() == 1);
        assertThat(target.envelopes().get(0).payload().toText()).isEqualTo("by hand");
        assertThat(target.sent().get(0).message().address()).isEqualTo("at/there");
    }

    @Test
    void shouldTakeWhatTheOutboxCommittedForDelivered() {
        isUnlucky.set(true);
        stage.put("m1");
        DeadLetter entry = stage.awaitEntries(1).get(0);
        isUnlucky.set(false);
        failing.heal();

        RedriveResult result = stage.redrive(entry);

        assertThat(entry.form()).isEqualTo(MessageForm.RECEIVED);
        assertThat(result.ending()).isEqualTo(Ending.DELIVERED);
        await().atMost(RedriveStage.LONG).until(() -> target.count() == 1 && other.count() == 1);
        assertThat(target.envelopes().get(0).payload().toText()).isEqualTo("m1!");
        assertThat(stage.entries()).isEmpty();
    }

    private void keepARowThatNobodyCanRead() {
        new JdbcTemplate(database).update(
                "INSERT INTO gobridge_outbox (partition_id, record_id, route_id, source_id, message_id, address, key_hash,"
                                          + " format, envelope, created_at, expires_at) SELECT MIN(partition_id), 'r1', 'r', 'in', 'broken',"
                                          + " 'at/there', 0, 1, ?, 0, 0 FROM gobridge_lease WHERE outbox = ? AND binding = 'out'",
                "no envelope".getBytes(StandardCharsets.UTF_8), name);
    }
}
