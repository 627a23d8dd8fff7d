package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Capabilities.RetrySupport;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How a delivery is retried, held and kept: D-04 to D-07, D-10 to D-12. */
interface RetryContract extends OnStage {

    private Runs newRuns() {
        return new Runs(stage().clock());
    }

    @Test
    default void required_D04_retryAfterIsHonouredOnEveryTransport() throws Exception {
        Runs runs = newRuns().failAll(Failing.unavailable().withRetryAfter(Duration.ofSeconds(1)));
        stage().put("m");
        stage().start(routes -> routes.from(stage().from("maxReplayAttempts=1000")).process(runs));
        stage().eventually(() -> assertThat(runs.count()).isEqualTo(3));

        runs.heal();

        stage().awaitCompleted(1);
        assertThat(runs.waits("m"))
                .allSatisfy(wait -> assertThat(wait).isGreaterThanOrEqualTo(Duration.ofMillis(950)));
    }

    @Test
    default void required_D04_theBackoffIsHonouredOnEveryTransport() throws Exception {
        Runs runs = newRuns().failAll(new IllegalStateException("unknown, so transient"));
        stage().put("m");
        stage().start(routes -> routes
                .from(stage().from("backoff.initial=1s", "backoff.multiplier=2", "backoff.jitter=0", "maxReplayAttempts=9"))
                .process(runs));
        stage().eventually(() -> assertThat(runs.count()).isEqualTo(3));

        runs.heal();

        stage().awaitCompleted(1);
        assertThat(runs.waits("m").get(0)).isGreaterThanOrEqualTo(Duration.ofMillis(950));
        assertThat(runs.waits("m").get(1)).isGreaterThanOrEqualTo(Duration.ofMillis(1950));
    }

    @Test
    default void required_D05_aHeldRetryDoesNotBlockOthers() throws Exception {
        Runs runs = newRuns().fail("bad", Failing.unavailable().withRetryAfter(Duration.ofMinutes(15)));
        stage().put("bad");
        stage().put("good", 20);

        stage().start(routes -> routes.from(stage().from("maxInFlight=2")).process(runs).to(stage().to()));

        stage().eventually(() -> assertThat(stage().received()).hasSize(20));
        stage().eventually(() -> assertThat(stage().counts().completed()).isEqualTo(20));
        stage().eventually(() -> assertThat(runs.count("bad")).isEqualTo(1));
        stage().eventually(() -> stage().assertRemaining(1));
        assertThat(runs.count("bad")).isEqualTo(1);
    }

    @Test
    default void required_D05_intakePausesWhenEveryPermitIsHeld() throws Exception {
        stage().needs(stage().fixture.capabilities().retry() == RetrySupport.HELD, "held retry",
                "its retries leave the process");
        Runs runs = newRuns().failAll(Failing.unavailable().withRetryAfter(Duration.ofSeconds(5)));
        stage().put("m", 5);
        stage().start(routes -> routes.from(stage().from("maxInFlight=2")).process(runs).to(stage().to()));
        stage().eventually(() -> assertThat(stage().consumer().reasons()).anyMatch(reason -> reason.startsWith("held")));
        assertThat(stage().counts().receipts()).isEqualTo(2);

        runs.heal();

        stage().awaitCompleted(5);
        assertThat(stage().consumer().reasons()).isEmpty();
    }

    @Test
    default void required_D06_aDeliveryHeldLongerThanTheLockRunsOnce() throws Exception {
        Duration lock = stage().fixture.capabilities().lockWindow();
        stage().needs(!lock.isZero(), "lock window", "nothing has to be extended");
        HangingSender target = new HangingSender(new RecordingSender());
        stage().put("m", 5);
        stage().start(routes -> routes.from(stage().from("maxInFlight=5")).to(stage().to(target, "sendTimeout=0")));
        stage().eventually(() -> assertThat(target.hanging()).isEqualTo(5));

        stage().always(lock.multipliedBy(3), () -> assertThat(target.sends()).isEqualTo(5));
        stage().eventually(() -> {
            target.letOneGo();
            assertThat(target.hanging()).isZero();
        });

        stage().awaitCompleted(5);
        assertThat(stage().counts().receipts()).isEqualTo(5);
    }

    @Test
    default void required_D06_aHeldRetryLongerThanTheLockIsExtendedToo() throws Exception {
        Duration lock = stage().fixture.capabilities().lockWindow();
        stage().needs(!lock.isZero(), "lock window", "nothing has to be extended");
        Runs runs = newRuns().failAll(Failing.connectionLost().withRetryAfter(lock.multipliedBy(3)));
        stage().put("m");
        stage().start(routes -> routes.from(stage().from()).process(runs));
        stage().eventually(() -> assertThat(runs.count()).isEqualTo(1));

        runs.heal();

        stage().awaitCompleted(1);
        assertThat(stage().counts().receipts()).isEqualTo(1);
        assertThat(runs.count()).isEqualTo(2);
    }

    @Test
    default void required_D10_anAlwaysFailingMessageRunsNPlusOneTimes() throws Exception {
        Runs runs = newRuns().fail("bad", new IllegalStateException("poison"));
        stage().put("good");
        stage().put("bad");
        stage().put("better");

        stage().start(routes -> routes.from(stage().from("maxReplayAttempts=2", "backoff.initial=100ms", "backoff.max=200ms"))
                .process(runs).to(stage().to()));

        stage().eventually(() -> assertThat(stage().deadTexts()).containsExactly("bad"));
        stage().eventually(() -> stage().assertRemaining(0));
        stage().always(Duration.ofSeconds(1), () -> assertThat(runs.count("bad")).isEqualTo(3));
        assertThat(stage().received()).containsExactlyInAnyOrder("good", "better");
        assertThat(stage().deadLetters.entries().get(0).attempts()).isEqualTo(3);
    }

    @Test
    default void required_D10_theNumberOfRunsHoldsAcrossRestartsWithASharedLedger() throws Exception {
        stage().needs(Feature.KEEPS_UNSETTLED, "a restart loses what was not settled");
        stage().needs(isRecognised(), "stable identity", "a message cannot be recognised after a restart");
        Runs runs = newRuns().failAll(new IllegalStateException("poison"));
        stage().put("bad");
        for (int node = 1; node <= 2; node++) {
            int expected = node;
            stage().start(routes -> routes
                    .from(stage().from("maxReplayAttempts=2", "backoff.initial=2s", "backoff.max=2s", "backoff.jitter=0"))
                    .process(runs));
            stage().eventually(() -> assertThat(runs.count()).isEqualTo(expected));
            stage().replaceNode();
        }

        stage().start(routes -> routes.from(stage().from("maxReplayAttempts=2", "backoff.initial=2s")).process(runs));

        stage().eventually(() -> assertThat(stage().deadTexts()).containsExactly("bad"));
        assertThat(runs.count()).isEqualTo(3);
        stage().eventually(() -> stage().assertRemaining(0));
    }

    private boolean isRecognised() {
        return stage().fixture.features().contains(Feature.HEADERS) || stage().fixture.capabilities().countsAttempts();
    }

    @Test
    default void required_D11_waitsThatAreNobodysFailureAreHeldAndNotCharged() throws Exception {
        Runs runs = newRuns().failAll(Failing.connectionLost());
        stage().put("m");
        stage().start(routes -> routes.from(stage().from("maxReplayAttempts=1", "backoff.initial=100ms", "backoff.max=200ms"))
                .process(runs).to(stage().to()));
        stage().eventually(() -> assertThat(runs.count()).isGreaterThanOrEqualTo(6));
        assertThat(stage().counts().receipts()).as("held, not given back").isEqualTo(1);
        assertThat(stage().charged()).as("runs charged to messages").isZero();

        runs.heal();

        stage().awaitCompleted(1);
        assertThat(stage().received()).containsExactly("m");
        assertThat(stage().deadTexts()).isEmpty();
    }

    @Test
    default void required_D12_aMessageThatCannotBeRecognisedIsHeldAndThenTerminal() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        stage().put("bad");
        stage().start(
                routes -> routes.from(stage().from("maxReplayAttempts=1", "backoff.initial=100ms", "backoff.max=200ms"))
                        .process(exchange -> {
                            runs.incrementAndGet();
                            throw Failing.unavailable();
                        }));

        stage().eventually(() -> assertThat(stage().deadTexts()).containsExactly("bad"));

        assertThat(runs).hasValue(2);
        assertThat(stage().deadLetters.entries().get(0).category())
                .isEqualTo(isRecognised() ? DeadLetterCategory.POISON : DeadLetterCategory.UNSTABLE_IDENTITY);
        stage().eventually(() -> stage().assertRemaining(0));
    }
}
