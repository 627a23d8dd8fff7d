package io.gobridge.camel.testkit.contract;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of failures that do not pass, and of those of the target: D-09, D-11, D-13. */
interface FailureContract extends OnStage {

    @Test
    default void required_D11_aTargetThatRefusesForGoodPausesTheIntake() throws Exception {
        Runs runs = new Runs(stage().clock()).failAll(Failing.notAuthorized());
        stage().put("m", 10);
        stage().start(routes -> routes.from(stage().from("maxInFlight=4", "backoff.initial=500ms", "backoff.max=1s"))
                .process(runs).to(stage().to()));
        stage().eventually(() -> assertThat(stage().consumer().reasons())
                .anyMatch(reason -> reason.contains("NOT_AUTHORIZED") && reason.contains("paused")));
        stage().always(Duration.ofSeconds(3), () -> assertThat(stage().counts().receipts()).isLessThanOrEqualTo(4));
        assertThat(runs.count()).as("one probe at a time, at backoff.max").isLessThanOrEqualTo(4 + 5);
        assertThat(stage().deadTexts()).isEmpty();
        assertThat(stage().charged()).as("runs charged to messages").isZero();

        runs.heal();

        stage().awaitCompleted(10);
        assertThat(stage().received()).hasSize(10).doesNotHaveDuplicates();
        assertThat(stage().consumer().reasons()).isEmpty();
        assertThat(stage().deadTexts()).isEmpty();
    }

    @Test
    default void required_D11_aTargetThatForbidsOneMessageDoesNotPauseTheIntake() throws Exception {
        BridgeException forbidden
                = BridgeException.of(FailureCode.NOT_AUTHORIZED, "this address").withScope(FailureScope.MESSAGE);
        Runs runs = new Runs(stage().clock()).fail("bad", forbidden);
        stage().put("bad");
        stage().put("m", 5);
        stage().start(routes -> routes.from(stage().from("maxInFlight=1")).process(runs).to(stage().to()));

        stage().awaitCompleted(5);

        assertThat(stage().deadTexts()).containsExactly("bad");
        assertThat(runs.count("bad")).isEqualTo(1);
    }

    @Test
    default void required_D13_anUnknownExceptionIsTransient() throws Exception {
        Runs runs = new Runs(stage().clock()).failAll(new IllegalStateException("never seen before"));
        stage().put("m");
        stage().start(routes -> routes.from(stage().from("backoff.initial=500ms")).process(runs).to(stage().to()));
        stage().eventually(() -> assertThat(runs.count()).isEqualTo(2));

        runs.heal();

        stage().awaitCompleted(1);
        assertThat(stage().received()).containsExactly("m");
    }

    @Test
    default void required_D13_aPermanentFailureRunsOnce() throws Exception {
        Runs runs = new Runs(stage().clock()).fail("bad", Failing.permanent());
        stage().put("bad");
        stage().put("m", 3);
        stage().start(routes -> routes.from(stage().from()).process(runs).to(stage().to()));

        stage().awaitCompleted(3);

        stage().eventually(() -> assertThat(stage().deadTexts()).containsExactly("bad"));
        assertThat(runs.count("bad")).isEqualTo(1);
        DeadLetter entry = stage().deadLetters.entries().get(0);
        assertThat(entry.category()).isEqualTo(DeadLetterCategory.PERMANENT);
        assertThat(entry.code()).isEqualTo(FailureCode.INTERNAL);
        assertThat(entry.sourceId()).isEqualTo("in");
    }

    @Test
    default void required_D13_aRejectedMessageRunsOnce() throws Exception {
        Runs runs = new Runs(stage().clock()).failAll(BridgeException.of(FailureCode.INVALID_PAYLOAD, "no JSON"));
        stage().put("bad");
        stage().start(routes -> routes.from(stage().from()).process(runs));

        stage().eventually(() -> assertThat(stage().deadTexts()).containsExactly("bad"));

        assertThat(runs.count()).isEqualTo(1);
        assertThat(stage().deadLetters.entries().get(0).category()).isEqualTo(DeadLetterCategory.REJECTED);
        stage().eventually(() -> stage().assertRemaining(0));
    }

    @Test
    default void required_D13_aFailureMayBeDropped() throws Exception {
        stage().put("bad");
        stage().start(routes -> routes.from(stage().from("onPermanentFailure=drop")).throwException(Failing.permanent()));

        stage().eventually(() -> assertThat(stage().counts().dropped()).isEqualTo(1));

        assertThat(stage().deadTexts()).isEmpty();
        stage().eventually(() -> stage().assertRemaining(0));
        stage().assertBalanced();
    }

    @Test
    default void required_D13_anUndecodableMessageIsRejectedWithItsRawBytes() throws Exception {
        stage().needs(Feature.UNDECODABLE, "nothing on its wire can be malformed");
        byte[] raw = "raw bytes".getBytes(StandardCharsets.UTF_8);
        Runs runs = new Runs(stage().clock());
        stage().put("before");
        stage().fixture.putUndecodable(raw);
        stage().put("after", 100);

        stage().start(routes -> routes.from(stage().from()).process(runs).to(stage().to()));

        stage().awaitCompleted(101);
        stage().eventually(() -> assertThat(stage().deadLetters.entries()).hasSize(1));
        assertThat(stage().deadLetters.entries().get(0).envelope().payload().toBytes()).isEqualTo(raw);
        assertThat(stage().deadLetters.entries().get(0).category()).isEqualTo(DeadLetterCategory.REJECTED);
        assertThat(runs.count()).as("it never reached the route").isEqualTo(101);
    }

    @Test
    default void required_D13_rejectIsTheSourcesOwnDeadLetteringOrRefusedAtStart() throws Exception {
        stage().put("bad");
        LambdaRouteBuilder routes = builder -> builder.from(stage().from("onPermanentFailure=reject"))
                .throwException(Failing.permanent());
        if (!stage().fixture.capabilities().rejects()) {
            assertThatThrownBy(() -> stage().start(routes)).hasStackTraceContaining("onPermanentFailure");
            return;
        }

        stage().start(routes);

        stage().eventually(() -> assertThat(stage().counts().deadLettered()).isEqualTo(1));
        stage().eventually(() -> stage().assertRemaining(0));
        assertThat(stage().deadTexts()).isEmpty();
    }
}
