package io.gobridge.camel.outbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a user sees of an outbox, on an H2 file. */
class SharedOutboxTest {

    @TempDir
    private static Path directory;
    private static HikariDataSource database;

    private final String name = "outbox-" + UUID.randomUUID();
    private final RecordingSender target = new RecordingSender();

    @BeforeAll
    static void start() {
        database = Databases.h2(directory);
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
    void shouldBringEachMessageToItsTargetOnce() throws Exception {
        try (OutboxStage stage = stage().start("target=#target")) {
            IntStream.range(0, 200).forEach(i -> stage.put("m" + i));

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 200 && kept() == 0);
            stage.awaitTaken();
        }
        assertThat(target.ids()).doesNotHaveDuplicates().hasSize(200);
    }

    @Test
    void shouldAckTheSourceThoughTheTargetIsAway() throws Exception {
        FailingSender away = new FailingSender(
                FailingSender.ALWAYS, BridgeException.of(FailureCode.CONNECTION_LOST, "away"), target);
        try (OutboxStage stage = stage().bind("away", away).start("target=#away")) {
            stage.put("m1");
            stage.awaitTaken();
            assertThat(kept()).isOne();

            away.heal();

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 1 && kept() == 0);
        }
    }

    /** F30 and case 90: the broker hands a message over again whose acknowledgement was lost. */
    @Test
    void shouldSendNothingAgainWhenTheSourceRepeatsAMessage() throws Exception {
        try (OutboxStage stage = stage().start("target=#target")) {
            stage.put("m1");
            await().atMost(OutboxStage.LONG).until(() -> target.count() == 1 && kept() == 0);

            stage.put("m1");
            stage.awaitTaken();
            stage.put("m2");
            await().atMost(OutboxStage.LONG).until(() -> target.count() == 2);
        }
        assertThat(target.ids()).containsExactly("m1", "m2");
        assertThat(kept()).isZero();
    }

    @Test
    void shouldMakeADeadLetterOfAnotherPayloadUnderAKnownId() throws Exception {
        try (OutboxStage stage = stage().start("target=#target")) {
            stage.put("m1");
            await().atMost(OutboxStage.LONG).until(() -> target.count() == 1);

            Envelope other = OutboxStage.message("m1").toBuilder().payload(Payload.ofText("another")).build();
            stage.put(other);
            stage.awaitTaken();

            assertThat(stage.deadLetters.entries()).extracting(entry -> entry.envelope().payload().toText())
                    .containsExactly("another");
        }
    }

    @Test
    void shouldKeepAnotherPayloadUnderAKnownIdWhenTheUserWantsThat() throws Exception {
        OutboxStage stage = stage();
        stage.outbox.setOnIdReuse(IdReuse.PERSIST);
        try (stage) {
            stage.start("target=#target");
            stage.put("m1");
            stage.put(OutboxStage.message("m1").toBuilder().payload(Payload.ofText("another")).build());

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 2 && kept() == 0);
            assertThat(stage.deadLetters.entries()).isEmpty();
        }
    }

    /** F7. */
    @Test
    void shouldKeepAMessageForEachOfItsDestinations() throws Exception {
        RecordingSender second = new RecordingSender();
        FailingSender third = new FailingSender(
                5, BridgeException.of(FailureCode.UNAVAILABLE, "not now"), new RecordingSender());
        try (OutboxStage stage = stage().bind("one", new Binding(target)).bind("two", new Binding(second))
                .bind("three", new Binding(third)).start("bindings=one,two,three&resolver=all")) {
            stage.put("m1");

            await().atMost(OutboxStage.LONG)
                    .until(() -> target.count() == 1 && second.count() == 1 && third.attempts().size() == 6 && kept() == 0);
        }
        assertThat(target.ids()).containsExactly("m1");
        assertThat(second.ids()).containsExactly("m1");
    }

    /** F17. */
    @Test
    void shouldHoldTheSourceWhenItIsFull() throws Exception {
        HangingSender hanging = new HangingSender(target);
        try (OutboxStage stage = stage().bind("hanging", hanging).start("target=#hanging&maxOutboxDepth=5&sendTimeout=0")) {
            IntStream.range(0, 30).forEach(i -> stage.put("m" + i));

            await().atMost(OutboxStage.LONG).until(() -> kept() >= 5);
            assertThat(stage.queue().size()).isPositive();
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                hanging.letOneGo();
                return target.count() == 30 && kept() == 0;
            });
            stage.awaitTaken();
            assertThat(stage.deadLetters.entries()).isEmpty();
        }
        assertThat(target.ids()).doesNotHaveDuplicates();
    }

    /** F48. */
    @Test
    void shouldNotLetASlowTargetHoldUpAnother() throws Exception {
        HangingSender hanging = new HangingSender(new RecordingSender());
        try (OutboxStage stage = stage().bind("one", new Binding(hanging)).bind("two", new Binding(target))
                .start("bindings=one,two&resolver=all&sendTimeout=0")) {
            IntStream.range(0, 100).forEach(i -> stage.put("m" + i));

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 100);
            while (hanging.letOneGo() || hanging.sends() < 100) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldKeepEachPartOfASplitAndOfALoop() throws Exception {
        try (OutboxStage stage = stage().start(new RouteBuilder() {

            @Override
            public void configure() {
                from("gobridge:in?source=gobridge-memory:in").to("direct:parts");
                from("direct:parts").split(constant(List.of("a", "b", "c")))
                        .to("gobridge:out?deliveryMode=shared_outbox&target=#target")
                        .end().loop(3).to("gobridge:again?deliveryMode=shared_outbox&target=#target");
            }
        })) {
            stage.put("m1");

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 6 && kept() == 0);
        }
        assertThat(target.envelopes()).extracting(envelope -> envelope.payload().toText())
                .containsExactlyInAnyOrder("a", "b", "c", "m1", "m1", "m1");
    }
}
