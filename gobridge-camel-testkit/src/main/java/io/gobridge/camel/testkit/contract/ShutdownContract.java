package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a stop leaves behind: D-08. */
interface ShutdownContract extends OnStage {

    @Test
    default void required_D08_whatRunsMayFinishAndIsAcked() throws Exception {
        stage().needs(Feature.KEEPS_UNSETTLED, "nothing tells whether it was acked");
        HangingSender target = new HangingSender(new RecordingSender());
        stage().put("m");
        stage().start(routes -> routes.from(stage().from()).to(stage().to(target, "sendTimeout=0")));
        stage().eventually(() -> assertThat(target.hanging()).isEqualTo(1));

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(stage()::stop);
        stage().always(Duration.ofMillis(200), () -> assertThat(stopped).isNotDone());
        target.letOneGo();

        stage().eventually(() -> assertThat(stopped).isDone());
        stage().assertRemaining(0);
        assertThat(stage().deadTexts()).isEmpty();
    }

    @Test
    default void required_D08_whatDoesNotFinishIsGivenBackAtOnce() throws Exception {
        stage().needs(Feature.KEEPS_UNSETTLED, "a stop loses what was not settled");
        HangingSender target = new HangingSender(new RecordingSender());
        stage().put("m", 10);
        stage().start(routes -> routes.from(stage().from("maxInFlight=10"))
                .to(stage().to(target, "sendTimeout=0")));
        stage().eventually(() -> assertThat(target.hanging()).isEqualTo(10));

        stage().replaceNode();

        stage().assertRemaining(10);
        assertThat(stage().deadTexts()).isEmpty();
        stage().start(routes -> routes.from(stage().from("maxInFlight=10")).to(stage().to()));
        stage().awaitCompleted(10);
        assertThat(stage().received()).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    default void required_D08_whatWaitsOrIsHeldIsGivenBackUncharged() throws Exception {
        stage().needs(Feature.KEEPS_UNSETTLED, "a stop loses what was not settled");
        Runs runs = new Runs(stage().clock()).failAll(Failing.connectionLost().withRetryAfter(Duration.ofMinutes(10)));
        stage().put("m", 10);
        stage().start(routes -> routes.from(stage().from("maxInFlight=5")).process(runs));
        stage().eventually(() -> assertThat(runs.count()).isEqualTo(5));

        stage().replaceNode();

        stage().assertRemaining(10);
        assertThat(stage().deadTexts()).isEmpty();
        runs.heal();
        stage().start(routes -> routes.from(stage().from("maxReplayAttempts=0")).process(runs).to(stage().to()));
        stage().awaitCompleted(10);
        assertThat(stage().received()).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    default void required_D08_aStopInTheMiddleOfLoadLosesAndKillsNothing() throws Exception {
        stage().needs(Feature.KEEPS_UNSETTLED, "a stop loses what was not settled");
        int messages = 300;
        stage().put("m", messages);
        Runs runs = new Runs(stage().clock());
        stage().start(
                routes -> routes.from(stage().from("maxInFlight=20", "maxReplayAttempts=0")).process(runs).to(stage().to()));
        stage().eventually(() -> assertThat(runs.count()).isGreaterThan(10));

        DeliveryCounts counts = stopAndCount();

        assertThat(counts.isBalanced()).as(counts.toString()).isTrue();
        assertThat(counts.inFlight()).as(counts.toString()).isZero();
        stage().assertRemaining((int) (messages - counts.completed()));
        stage().replaceNode();
        stage().start(routes -> routes.from(stage().from("maxReplayAttempts=0")).to(stage().to()));
        stage().eventually(() -> stage().assertRemaining(0));
        Set<String> arrived = new HashSet<>(stage().received());
        assertThat(arrived).hasSize(messages);
        assertThat(stage().received()).as("duplicates").hasSize(messages);
        assertThat(stage().deadTexts()).isEmpty();
        assertThat(stage().charged()).as("runs charged to messages").isZero();
    }

    private DeliveryCounts stopAndCount() {
        var consumer = stage().consumer();
        stage().stop();
        return consumer.counts();
    }

    @Test
    default void required_D08_aSuspendedRouteTakesNothingAndResumes() throws Exception {
        stage().put("m", 3);
        stage().start(routes -> routes.from(stage().from()).routeId("bridge").to(stage().to()));
        stage().awaitCompleted(3);

        stage().node().getRouteController().suspendRoute("bridge");
        if (stage().fixture.features().contains(Feature.KEEPS_UNSETTLED)) {
            stage().put("n", 3);
            stage().always(Duration.ofMillis(500), () -> stage().assertRemaining(3));
            stage().node().getRouteController().resumeRoute("bridge");
        } else {
            stage().node().getRouteController().resumeRoute("bridge");
            stage().put("n", 3);
        }

        stage().awaitCompleted(6);
        assertThat(stage().received()).hasSize(6);
    }

    @Test
    default void required_D12_whatItsSourceWouldForgetIsKeptAtAStop() throws Exception {
        stage().needs(!stage().fixture.capabilities().redelivers(), "forgetful source", "it hands over again");
        Runs runs = new Runs(stage().clock()).failAll(Failing.connectionLost().withRetryAfter(Duration.ofMinutes(10)));
        stage().put("m", 3);
        stage().start(routes -> routes.from(stage().from()).process(runs));
        stage().eventually(() -> assertThat(runs.count()).isEqualTo(3));

        stage().stop();

        assertThat(stage().deadTexts()).containsExactlyInAnyOrder("m0", "m1", "m2");
    }
}
