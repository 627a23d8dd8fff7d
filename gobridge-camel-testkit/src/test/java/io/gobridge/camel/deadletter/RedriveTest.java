package io.gobridge.camel.deadletter;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.RedriveResult.Ending;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.gobridge.camel.deadletter.RedriveStage.SOURCE;
import static io.gobridge.camel.deadletter.RedriveStage.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** The way back from the dead letters: F67, and case 104. */
class RedriveTest {

    private final RedriveStage stage = new RedriveStage();
    private final RecordingSender target = new RecordingSender();
    private final AtomicReference<BridgeException> failure = new AtomicReference<>();
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void stop() {
        stage.close();
    }

    private void fail(FailureCode code) {
        failure.set(BridgeException.of(code, "no luck"));
    }

    private void step(Exchange exchange) {
        runs.incrementAndGet();
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private void start() throws Exception {
        stage.bind("target", target).start(
                routes -> routes.from(SOURCE).routeId("r").process(this::step).to("gobridge:out?target=#target"));
    }

    private DeadLetter deadLetter(String id) {
        stage.put(id);
        return stage.awaitEntries(1).get(0);
    }

    @Test
    void shouldDeliverUnderANewIdWithTheOldOneAsItsCause() throws Exception {
        start();
        fail(FailureCode.INTERNAL);
        DeadLetter entry = deadLetter("m1");
        failure.set(null);

        RedriveResult result = stage.redrive(entry);

        assertThat(result.ending()).isEqualTo(Ending.DELIVERED);
        assertThat(stage.entries()).isEmpty();
        Envelope sent = target.envelopes().get(0);
        assertThat(sent.id()).isNotEqualTo("m1");
        assertThat(sent.payload()).isEqualTo(Payload.ofText("m1"));
        assertThat(sent.headers().text(ReservedHeaders.CAUSATION_ID)).contains("m1");
        assertThat(sent.headers().text(ReservedHeaders.CORRELATION_ID))
                .isEqualTo(entry.envelope().headers().text(ReservedHeaders.CORRELATION_ID)).isPresent();
    }

    @Test
    void shouldRunWithAFreshBudgetAndReturnToTheSameEntry() throws Exception {
        start();
        fail(FailureCode.UNAVAILABLE);
        DeadLetter entry = deadLetter("m1");
        assertThat(runs).hasValue(2);

        RedriveResult result = stage.redrive(entry);

        assertThat(runs).hasValue(4);
        assertThat(result.ending()).isEqualTo(Ending.FAILED);
        assertThat(result.code()).isEqualTo("UNAVAILABLE");
        DeadLetter again = stage.awaitEntries(1).get(0);
        assertThat(again.id()).isEqualTo(entry.id());
        assertThat(again.envelope()).isEqualTo(entry.envelope());
        assertThat(again.attempts()).isEqualTo(4);
        assertThat(again.history()).hasSize(4).startsWith(entry.history().toArray(FailedRun[]::new));
        assertThat(again.firstFailure()).isEqualTo(entry.firstFailure());
        assertThat(again.lastFailure()).isAfterOrEqualTo(entry.lastFailure());
        assertThat(again.audit()).extracting(AuditLine::actor).containsExactly("test");
    }

    @Test
    void shouldNotCountARedriveAmongTheDeliveriesOfTheSource() throws Exception {
        start();
        fail(FailureCode.INTERNAL);
        DeadLetter entry = deadLetter("m1");
        failure.set(null);

        stage.redrive(entry);
        stage.put("m2");

        await().atMost(RedriveStage.LONG).until(() -> target.count() == 2);
        GoBridgeConsumer consumer = (GoBridgeConsumer) stage.context().getRoute("r").getConsumer();
        await().atMost(RedriveStage.LONG).until(() -> consumer.counts().completed() == 1);
        assertThat(consumer.counts().receipts()).isEqualTo(2);
        assertThat(consumer.counts().deadLettered()).isEqualTo(1);
    }

    /** Case 104. */
    @Test
    void shouldGiveEachItsOwnResult() throws Exception {
        stage.bind("target", target).start(routes -> routes.from(SOURCE).process(exchange -> {
            String id = new String(exchange.getMessage().getBody(byte[].class), StandardCharsets.UTF_8);
            if (runs.incrementAndGet() <= 4 || id.equals("dead")) {
                throw BridgeException.of(FailureCode.INTERNAL, "no luck");
            }
            if (id.equals("filtered")) {
                throw BridgeException.of(FailureCode.MESSAGE_FILTERED, "not wanted");
            }
            if (id.equals("expired")) {
                throw BridgeException.of(FailureCode.MESSAGE_EXPIRED, "too late");
            }
        }).to("gobridge:out?target=#target"));
        List.of("filtered", "fine", "expired", "dead").forEach(stage::put);
        List<DeadLetter> entries = stage.awaitEntries(4);

        List<RedriveResult> results = done(stage.deadLetters().redriveAll(DeadLetterFilter.ALL, 10, "test"));

        assertThat(results).extracting(RedriveResult::id)
                .containsExactlyElementsOf(entries.stream().map(DeadLetter::id).toList());
        assertThat(results).extracting(RedriveResult::code)
                .containsExactlyInAnyOrder("", "MESSAGE_FILTERED", "MESSAGE_EXPIRED", "INTERNAL");
        assertThat(stage.entries()).extracting(entry -> entry.envelope().id() + " " + entry.category().label())
                .containsExactlyInAnyOrder("filtered filtered", "expired expired", "dead permanent");
        assertThat(target.envelopes()).extracting(sent -> sent.payload().toText()).containsExactly("fine");
    }

    @Test
    void shouldRedriveWhatAFilterChooses() throws Exception {
        start();
        fail(FailureCode.INTERNAL);
        deadLetter("m1");
        fail(FailureCode.INVALID_PAYLOAD);
        stage.put("m2");
        stage.awaitEntries(2);
        failure.set(null);

        List<RedriveResult> results = done(stage.deadLetters()
                .redriveAll(DeadLetterFilter.ALL.withCategory(DeadLetterCategory.REJECTED), 10, "test"));

        assertThat(results).singleElement().matches(RedriveResult::isDelivered);
        assertThat(stage.entries()).extracting(entry -> entry.envelope().id()).containsExactly("m1");
    }

    @Test
    void shouldSayThatThereIsNoSuchEntry() throws Exception {
        start();

        List<RedriveResult> results = done(stage.deadLetters().redriveAll(List.of("unknown"), "test"));

        assertThat(results).extracting(RedriveResult::ending).containsExactly(Ending.NOT_FOUND);
    }

    @Test
    void shouldSendToTheBindingAndTheAddressOfTheEntryAlone() throws Exception {
        RecordingSender other = new RecordingSender();
        FailingSender broken = new FailingSender(1, BridgeException.of(FailureCode.FORBIDDEN, "no"), target);
        stage.bind("b1", new Binding(other)).bind("last", other);
        Binding second = new Binding(broken);
        second.setAddress("at/{place}");
        stage.bind("b2", second).start(routes -> routes.from(SOURCE)
                .process(exchange -> exchange.getMessage().setHeader("place", "run" + runs.incrementAndGet()))
                .to("gobridge:fan?bindings=b1,b2&resolver=all&dispatchMode=fan_out").to("gobridge:end?target=#last"));
        DeadLetter entry = deadLetter("m1");
        assertThat(entry.binding()).isEqualTo("b2");
        assertThat(entry.address()).isEqualTo("at/run1");
        assertThat(other.count()).isEqualTo(2);

        RedriveResult result = stage.redrive(entry);

        assertThat(result.ending()).isEqualTo(Ending.DELIVERED);
        assertThat(other.count()).isEqualTo(2);
        assertThat(target.sent()).extracting(sent -> sent.message().address()).containsExactly("at/run1");
    }

    @Test
    void shouldFailWhenTheRouteHasTheBindingNoMore() throws Exception {
        start();
        DeadLetter entry = entry("r", "gone", MessageForm.RECEIVED);

        RedriveResult result = stage.redrive(entry);

        assertThat(result.code()).isEqualTo("NO_BINDING_MATCH");
        assertThat(result.reason()).contains("sent nothing to binding 'gone'");
        assertThat(target.count()).isZero();
        assertThat(stage.entries()).hasSize(1);
    }

    @Test
    void shouldFailWhenThereIsNoSuchRoute() throws Exception {
        start();
        DeadLetter entry = entry("unknown", "", MessageForm.RECEIVED);

        RedriveResult result = stage.redrive(entry);

        assertThat(result.reason()).contains("Route 'unknown' is no route");
        assertThat(stage.entries().get(0).attempts()).isEqualTo(entry.attempts());
    }

    @Test
    void shouldFailWhenTheRouteIsStopped() throws Exception {
        start();
        DeadLetter entry = entry("r", "", MessageForm.RECEIVED);
        stage.context().getRouteController().stopRoute("r");

        RedriveResult result = stage.redrive(entry);

        assertThat(result.reason()).contains("Route 'r' is not started");
        assertThat(stage.entries()).hasSize(1);
    }

    @Test
    void shouldEndWhenTheRouteStopsMeanwhile() throws Exception {
        stage.bind("target", target).start(routes -> routes.from(SOURCE.replace("10ms", "1h").replace("20ms", "1h"))
                .routeId("r").process(this::step).to("gobridge:out?target=#target"));
        DeadLetter entry = entry("r", "", MessageForm.RECEIVED);
        fail(FailureCode.UNAVAILABLE);
        CompletionStage<RedriveResult> running = stage.deadLetters().redrive(entry.id(), "test");
        await().atMost(RedriveStage.LONG).until(() -> runs.get() == 1);

        stage.context().getRouteController().stopRoute("r");

        assertThat(done(running).ending()).isEqualTo(Ending.FAILED);
        assertThat(stage.entries()).hasSize(1);
    }

    @Test
    void shouldNotWaitForATargetThatIsAway() throws Exception {
        FailingSender away = new FailingSender(
                FailingSender.ALWAYS, BridgeException.of(FailureCode.NOT_AUTHORIZED, "password revoked"), target);
        stage.bind("away", away)
                .start(routes -> routes.from(SOURCE.replace("20ms", "1h")).routeId("r").to("gobridge:out?target=#away"));
        DeadLetter entry = entry("r", "", MessageForm.RECEIVED);

        RedriveResult result = stage.redrive(entry);

        assertThat(result.code()).isEqualTo("NOT_AUTHORIZED");
        assertThat(stage.entries()).singleElement().matches(left -> left.category() == entry.category());
    }

    @Test
    void shouldSendWhatWasEditedAndKeepTheEntryAsItWas() throws Exception {
        start();
        fail(FailureCode.INTERNAL);
        stage.put("m1", Headers.builder().put("keep", 1L).put("drop", "x").put("set", "old").build());
        DeadLetter entry = stage.awaitEntries(1).get(0);
        RedriveEdit edit
                = RedriveEdit.NONE.withBody(Payload.ofText("secret")).withHeader("set", "hidden").withoutHeader("drop");

        RedriveResult failed = stage.redrive(entry, edit);

        assertThat(failed.ending()).isEqualTo(Ending.FAILED);
        DeadLetter left = stage.entries().get(0);
        assertThat(left.id()).isEqualTo(entry.id());
        assertThat(left.envelope()).isEqualTo(entry.envelope());
        assertThat(left.audit().get(0).action()).contains("a body of 6 bytes and the headers drop, set")
                .doesNotContain("secret", "hidden");
        failure.set(null);
        assertThat(stage.redrive(left, edit).isDelivered()).isTrue();
        Envelope sent = target.envelopes().get(0);
        assertThat(sent.payload()).isEqualTo(Payload.ofText("secret"));
        assertThat(sent.headers().get("keep")).contains(1L);
        assertThat(sent.headers().get("set")).contains("hidden");
        assertThat(sent.headers().contains("drop")).isFalse();
    }

    @Test
    void shouldRefuseToEditWhatBelongsToTheBridgeOrToCamel() {
        assertThatThrownBy(() -> RedriveEdit.NONE.withHeader("X-Bridge.Route-Override", "b")).hasMessageContaining("cannot be");
        assertThatThrownBy(() -> RedriveEdit.NONE.withHeader(GoBridgeConstants.ADDRESS, "b")).hasMessageContaining("cannot be");
        assertThatThrownBy(() -> RedriveEdit.NONE.withoutHeader("camelfilename")).hasMessageContaining("cannot be");
    }

    @Test
    void shouldNeedAnEditedBodyForWhatNobodyCouldRead() throws Exception {
        start();
        DeadLetter entry = entry("r", "", MessageForm.UNREADABLE);

        RedriveResult raw = stage.redrive(entry);
        RedriveResult edited = stage.redrive(entry, RedriveEdit.NONE.withBody(Payload.ofText("readable")));

        assertThat(raw.ending()).isEqualTo(Ending.FAILED);
        assertThat(raw.reason()).contains("edited body");
        assertThat(edited.isDelivered()).isTrue();
        assertThat(target.envelopes()).extracting(sent -> sent.payload().toText()).containsExactly("readable");
    }

    @Test
    void shouldRedriveAnEntryOnceAtATime() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        stage.bind("target", target).start(routes -> routes.from(SOURCE).routeId("r").process(exchange -> {
            runs.incrementAndGet();
            held.await();
        }).to("gobridge:out?target=#target"));
        DeadLetter entry = entry("r", "", MessageForm.RECEIVED);
        CompletionStage<RedriveResult> first = stage.deadLetters().redrive(entry.id(), "test");

        RedriveResult second = stage.redrive(entry);
        held.countDown();

        assertThat(second.code()).isEqualTo("DUPLICATE_IN_PROGRESS");
        assertThat(done(first).isDelivered()).isTrue();
        assertThat(target.count()).isEqualTo(1);
    }

    @Test
    void shouldNotBringBackWhatWasDeletedMeanwhile() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        stage.start(routes -> routes.from(SOURCE).routeId("r").process(exchange -> {
            held.await();
            throw BridgeException.of(FailureCode.INTERNAL, "no luck");
        }));
        DeadLetter entry = entry("r", "", MessageForm.RECEIVED);
        CompletionStage<RedriveResult> redriven = stage.deadLetters().redrive(entry.id(), "test");

        assertThat(done(stage.deadLetters().delete(entry.id()))).isTrue();
        held.countDown();

        assertThat(done(redriven).code()).isEqualTo("INTERNAL");
        assertThat(stage.entries()).isEmpty();
    }

    private DeadLetter entry(String route, String binding, MessageForm form) {
        Instant noon = Instant.parse("2026-01-01T12:00:00Z");
        Envelope message = Envelope.withId("m1").payload(Payload.ofText("m1")).createdAt(noon).build();
        DeadLetter entry = new DeadLetter(
                message, "in", route, binding, "", DeadLetterCategory.POISON, FailureCode.TIMEOUT, "slow", noon, noon, 2,
                List.of(new FailedRun(noon, FailureCode.TIMEOUT, "slow"))).withForm(form);
        done(((MemoryDeadLetterStore) stage.context().getRegistry().lookupByName("deadLetters")).write(entry));
        return entry;
    }
}
