package io.gobridge.camel.testkit.contract;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.delivery.SettledLegs;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.routing.DestinationResolver;
import io.gobridge.camel.routing.DispatchPlan;
import io.gobridge.camel.testkit.faults.BrokenDeadLetterStore;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.transport.Sender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * F7 without an outbox, and C11: each of several destinations gets a message, and none gets it again for another's
 * sake.
 */
class FanOutTest {

    private static final Capabilities REDELIVERS = Capabilities.none().withRedelivers(true);
    private static final String FAN = "gobridge:fan?bindings=one,two,three&dispatchMode=fan_out&sendRetryBudget=0";

    private final RecordingSender one = new RecordingSender();
    private final RecordingSender two = new RecordingSender();
    private final RecordingSender three = new RecordingSender();
    private FakeFixture fixture;
    private BridgeStage stage;
    private SettledLegs legs;

    @AfterEach
    void close() {
        stage.close();
    }

    /** Starts a bridge to three destinations, of which the second sends through this sender. */
    private void start(Capabilities source, Sender second, String... consumer) throws Exception {
        start(source, new Binding(second), FAN, consumer);
    }

    private void start(Capabilities source, Binding second, String fan, String... consumer) throws Exception {
        prepare(source, second);
        stage.put("m");
        stage.start(routes -> routes.from(stage.from(consumer)).to(fan));
    }

    private void prepare(Capabilities source, Binding second) {
        fixture = new FakeFixture(source, IdentityKind.STABLE);
        stage = new BridgeStage(fixture, false);
        legs = new SettledLegs(fixture.clock.clock());
        stage.bind("one", new Binding(one)).bind("two", second).bind("three", new Binding(three)).bind("legs", legs);
    }

    private FailingSender failing(int times, RuntimeException failure) {
        return new FailingSender(times, failure, two);
    }

    private void assertEachGotItOnce() {
        assertThat(List.of(one, two, three)).allSatisfy(target -> assertThat(target.ids()).containsExactly("m"));
    }

    private void assertTheOthersGotItOnce() {
        assertThat(List.of(one, three)).allSatisfy(target -> assertThat(target.ids()).containsExactly("m"));
        assertThat(two.count()).isZero();
    }

    private DeadLetter onlyDeadLetter() {
        assertThat(stage.deadLetters.entries()).hasSize(1);
        return stage.deadLetters.entries().get(0);
    }

    @Test
    void shouldSendToAll() throws Exception {
        start(REDELIVERS, two);

        stage.awaitCompleted(1);

        assertEachGotItOnce();
        assertThat(legs.isEmpty()).isTrue();
    }

    @Test
    void shouldTryOnlyTheFailedOneAgainWithinTheBudget() throws Exception {
        FailingSender second = failing(3, Failing.unavailable());
        start(REDELIVERS, new Binding(second), FAN.replace("sendRetryBudget=0", "sendRetryBudget=60s"));

        stage.awaitCompleted(1);

        assertEachGotItOnce();
        assertThat(second.attempts()).hasSize(4);
        assertThat(stage.charged()).isZero();
    }

    @Test
    void shouldTryOnlyTheFailedOneAgainInTheNextRun() throws Exception {
        FailingSender second = failing(3, Failing.unavailable());
        start(REDELIVERS, second, "maxReplayAttempts=5");

        stage.awaitCompleted(1);

        assertEachGotItOnce();
        assertThat(second.attempts()).hasSize(4);
        assertThat(stage.charged()).isEqualTo(3);
        assertThat(legs.isEmpty()).as("forgotten when the delivery is settled").isTrue();
    }

    @Test
    void shouldTryOnlyTheFailedOneAgainWhenTheSourceHandsTheMessageOverAgain() throws Exception {
        FailingSender second = failing(3, Failing.unavailable());
        start(REDELIVERS.withNativeRetry(Duration.ofHours(1)).withCountsAttempts(true), second, "maxReplayAttempts=5");

        stage.awaitCompleted(1);

        assertEachGotItOnce();
        assertThat(stage.counts().returned()).isEqualTo(3);
        assertThat(legs.isEmpty()).isTrue();
    }

    @Test
    void shouldEndOnlyTheLegThatFailedForGood() throws Exception {
        FailingSender second = failing(FailingSender.ALWAYS, Failing.permanent());
        Binding binding = new Binding(second);
        binding.setAddress("plant/7");
        start(REDELIVERS, binding, FAN);

        stage.awaitCompleted(1);

        assertTheOthersGotItOnce();
        assertThat(second.attempts()).hasSize(1);
        assertThat(onlyDeadLetter()).returns("two", DeadLetter::binding).returns("plant/7", DeadLetter::address)
                .returns(DeadLetterCategory.PERMANENT, DeadLetter::category).returns(FailureCode.INTERNAL, DeadLetter::code);
    }

    @Test
    void shouldEndOnlyTheLegWhoseAddressCannotBeMade() throws Exception {
        Binding binding = new Binding(two);
        binding.setAddress("plant/{nothing}");
        start(REDELIVERS, binding, FAN);

        stage.awaitCompleted(1);

        assertTheOthersGotItOnce();
        assertThat(onlyDeadLetter()).returns("two", DeadLetter::binding)
                .returns(DeadLetterCategory.REJECTED, DeadLetter::category)
                .returns(FailureCode.ADDRESS_TEMPLATE, DeadLetter::code);
    }

    @Test
    void shouldKeepADeadLetterForEachAddressOfOneBinding() throws Exception {
        prepare(REDELIVERS, new Binding(failing(FailingSender.ALWAYS, Failing.permanent())));
        stage.bind("addresses", (DestinationResolver) envelope -> List.of(
                new DispatchPlan("two", "plant/1"), new DispatchPlan("two", "plant/2"), DispatchPlan.to("one"))).put("m");
        stage.start(routes -> routes.from(stage.from()).to(FAN + "&resolver=#addresses"));

        stage.awaitCompleted(1);

        assertThat(stage.deadLetters.entries()).extracting(DeadLetter::address).containsExactly("plant/1", "plant/2");
        assertThat(one.ids()).containsExactly("m");
    }

    @Test
    void shouldDropOnlyTheLegThatFailedForGoodWhenThePolicyDrops() throws Exception {
        start(REDELIVERS, failing(FailingSender.ALWAYS, Failing.permanent()), "onPermanentFailure=drop");

        stage.awaitCompleted(1);

        assertTheOthersGotItOnce();
        assertThat(stage.deadLetters.entries()).isEmpty();
    }

    @Test
    void shouldLeaveARejectionToTheSourceOnceTheOthersHaveTheMessage() throws Exception {
        start(REDELIVERS.withRejects(true), failing(FailingSender.ALWAYS, Failing.permanent()), "onPermanentFailure=reject");

        stage.eventually(() -> assertThat(stage.counts().deadLettered()).isEqualTo(1));

        assertTheOthersGotItOnce();
        assertThat(fixture.broker.calls("reject")).isEqualTo(1);
        stage.assertBalanced();
    }

    @Test
    void shouldNotAcknowledgeBeforeTheDeadLetterOfALegIsConfirmed() throws Exception {
        prepare(REDELIVERS, new Binding(failing(FailingSender.ALWAYS, Failing.permanent())));
        BrokenDeadLetterStore broken = new BrokenDeadLetterStore(FailingSender.ALWAYS, stage.deadLetters);
        stage.bind("broken", broken).put("m");
        stage.start(routes -> routes.from(stage.from().replace("#deadLetters", "#broken")).to(FAN));
        stage.eventually(() -> assertThat(broken.writes()).isGreaterThanOrEqualTo(3));
        stage.assertRemaining(1);

        broken.repair();

        stage.awaitCompleted(1);
        assertTheOthersGotItOnce();
        assertThat(onlyDeadLetter().binding()).isEqualTo("two");
        assertThat(stage.charged()).isZero();
    }

    @Test
    void shouldHoldTheMessageForATargetThatRefusesForGood() throws Exception {
        FailingSender second = failing(FailingSender.ALWAYS, Failing.notAuthorized());
        start(REDELIVERS, second, "backoff.max=1s");
        stage.eventually(() -> assertThat(second.attempts()).hasSizeGreaterThanOrEqualTo(3));
        assertThat(stage.consumer().reasons()).anyMatch(reason -> reason.contains("NOT_AUTHORIZED"));
        assertThat(stage.deadLetters.entries()).isEmpty();
        stage.assertRemaining(1);

        second.heal();

        stage.awaitCompleted(1);
        assertEachGotItOnce();
        assertThat(stage.charged()).isZero();
    }

    @Test
    void shouldNotChargeTheMessageWhileATargetIsToBlame() throws Exception {
        prepare(REDELIVERS, new Binding(failing(FailingSender.ALWAYS, Failing.notAuthorized())));
        FailingSender third = new FailingSender(FailingSender.ALWAYS, Failing.unavailable(), three);
        stage.bind("three", new Binding(third)).put("m");
        stage.start(routes -> routes.from(stage.from("maxReplayAttempts=0", "backoff.max=1s")).to(FAN));

        stage.eventually(() -> assertThat(third.attempts()).hasSizeGreaterThanOrEqualTo(4));

        assertThat(stage.charged()).isZero();
        assertThat(one.count()).isEqualTo(1);
        stage.assertRemaining(1);
    }

    @Test
    void shouldNameTheLegsThatLackAMessageWhichFailedTooOften() throws Exception {
        FailingSender second = failing(FailingSender.ALWAYS, Failing.unavailable());
        start(REDELIVERS, second, "maxReplayAttempts=1");

        stage.eventually(() -> assertThat(stage.counts().deadLettered()).isEqualTo(1));

        assertTheOthersGotItOnce();
        assertThat(second.attempts()).hasSize(2);
        assertThat(onlyDeadLetter()).returns("two", DeadLetter::binding)
                .returns(DeadLetterCategory.POISON, DeadLetter::category);
        assertThat(legs.isEmpty()).isTrue();
        stage.assertBalanced();
    }

    @Test
    void shouldTellThePartsOfAMessageApart() throws Exception {
        FailingSender second = new FailingSender(
                1, Failing.unavailable(), two, Clock.systemUTC(), message -> message.envelope().id().equals("a,b/1"));
        prepare(REDELIVERS, new Binding(second));
        stage.put("a,b");
        stage.start(routes -> routes.from(stage.from()).split(routes.body().tokenize(",")).stopOnException().to(FAN));

        stage.awaitCompleted(1);

        assertThat(List.of(one, two, three))
                .allSatisfy(target -> assertThat(target.ids()).containsExactlyInAnyOrder("a,b/0", "a,b/1"));
    }

    @Test
    void shouldTellTwoEqualStepsOfARouteApart() throws Exception {
        FailingSender second = failing(1, Failing.unavailable());
        prepare(REDELIVERS, new Binding(second));
        stage.put("m");
        stage.start(routes -> routes.from(stage.from()).to(FAN).to(FAN));

        stage.awaitCompleted(1);

        assertThat(List.of(one, two, three)).allSatisfy(target -> assertThat(target.ids()).containsExactly("m", "m"));
    }

    @Test
    void shouldTellACopyOfAMessageFromTheMessage() throws Exception {
        prepare(REDELIVERS, new Binding(two));
        stage.put("m");
        stage.start(routes -> {
            routes.from(stage.from()).wireTap("direct:copy").to(FAN);
            routes.from("direct:copy").to(FAN);
        });

        stage.awaitCompleted(1);

        stage.soon(() -> assertThat(List.of(one, two, three))
                .allSatisfy(target -> assertThat(target.ids()).containsExactly("m", "m")));
    }

    @Test
    void shouldKeepTheMessageWhenTheRouteStopsAndSendToAllAfterARestart() throws Exception {
        FailingSender second = failing(FailingSender.ALWAYS, Failing.unavailable());
        start(REDELIVERS, new Binding(second), FAN.replace("sendRetryBudget=0", "sendRetryBudget=60s"));
        stage.soon(() -> assertThat(second.attempts()).isNotEmpty());

        stage.replaceNode();

        stage.assertRemaining(1);
        assertThat(stage.deadLetters.entries()).isEmpty();
        assertThat(stage.charged()).isZero();
        stage.bind("one", new Binding(one)).bind("two", new Binding(two)).bind("three", new Binding(three));
        stage.start(routes -> routes.from(stage.from()).to(FAN));
        stage.awaitCompleted(1);
        assertThat(two.ids()).containsExactly("m");
        assertThat(one.ids()).containsExactly("m", "m");
    }

    @Test
    void shouldSendOnlyWhatFailedWhenAnErrorHandlerRepeatsTheStep() throws Exception {
        prepare(REDELIVERS, new Binding(failing(2, Failing.unavailable())));
        stage.put("m");
        stage.start(routes -> routes.from(stage.from())
                .errorHandler(routes.defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(1)).to(FAN));

        stage.awaitCompleted(1);

        assertEachGotItOnce();
        assertThat(stage.charged()).isZero();
    }

    @Test
    void shouldNotTakeAMessageForAnotherOfTheSameId() throws Exception {
        FailingSender second = failing(2, Failing.unavailable());
        prepare(REDELIVERS, new Binding(second));
        fixture.put(stage.message("m").build());
        fixture.put(stage.message("m").payload(Payload.ofText("other")).build());
        stage.start(routes -> routes.from(stage.from()).to(FAN));

        stage.awaitCompleted(2);

        assertThat(one.envelopes()).extracting(BridgeStage::text).containsExactlyInAnyOrder("m", "other");
        assertThat(two.envelopes()).extracting(BridgeStage::text).containsExactlyInAnyOrder("m", "other");
    }

    @Test
    void shouldSendToTheOthersWhileOneTargetHangs() throws Exception {
        HangingSender second = new HangingSender(two);
        start(REDELIVERS, second);

        stage.soon(() -> assertThat(second.hanging()).isEqualTo(1));
        stage.soon(this::assertTheOthersGotItOnce);
        stage.assertRemaining(1);
        second.letOneGo();

        stage.awaitCompleted(1);
        assertEachGotItOnce();
    }
}
