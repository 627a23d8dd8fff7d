package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.TransportHealth;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-08 where something else goes wrong during the stop. */
class StopTest {

    private static final Duration LOCK = Duration.ofSeconds(30);

    private final FakeFixture fixture = new FakeFixture(
            Capabilities.none().withRedelivers(true).withCountsAttempts(true).withLockWindow(LOCK), IdentityKind.STABLE);
    private final BridgeStage stage = new BridgeStage(fixture, false);

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void required_D08_aStopBetweenTwoSendsChargesAndKillsNothing() throws Exception {
        FailingSender target = new FailingSender(FailingSender.ALWAYS, Failing.unavailable(), new RecordingSender());
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("maxReplayAttempts=0"))
                .to(stage.to(target, "sendRetryBudget=60s", "backoff.initial=30s", "backoff.max=30s")));
        stage.soon(() -> assertThat(target.attempts()).hasSize(1));

        stage.stop();

        assertThat(stage.charged()).as("runs charged to messages").isZero();
        assertThat(stage.deadTexts()).isEmpty();
        stage.assertRemaining(1);
    }

    @Test
    void required_D08_deliveriesGoBackThoughTheReceiverFailsToStop() throws Exception {
        HangingSender target = new HangingSender(new RecordingSender());
        stage.bind("stubborn", new StubbornReceiver(fixture.broker.receiver()));
        stage.put("m", 3);
        stage.start(routes -> routes.from(stage.from().replace("#source", "#stubborn")).to(stage.to(target, "sendTimeout=0")));
        stage.soon(() -> assertThat(target.hanging()).isEqualTo(3));

        stage.stop();

        assertThat(fixture.broker.calls("retry 0")).isEqualTo(3);
        int extended = fixture.broker.calls("extend");
        fixture.clock.advance(LOCK.multipliedBy(3));
        assertThat(fixture.broker.calls("extend")).as("a stopped route holds no lock").isEqualTo(extended);
    }

    @Test
    void required_D08_aRouteThatIsStoppedAndStartedAgainLosesNothing() throws Exception {
        FailingSender target = new FailingSender(2, Failing.unavailable(), new RecordingSender());
        stage.put("m", 5);
        stage.start(routes -> routes.from(stage.from("maxInFlight=2")).routeId("bridge")
                .to(stage.to(target, "backoff.initial=10s")));
        stage.soon(() -> assertThat(target.attempts()).hasSize(2));
        stage.node().getRouteController().stopRoute("bridge");
        stage.assertRemaining(5);

        stage.node().getRouteController().startRoute("bridge");

        stage.awaitCompleted(5);
        assertThat(stage.charged()).isZero();
        assertThat(stage.deadTexts()).isEmpty();
    }

    @Test
    void required_D08_aRouteThatSharesItsProducerGoesOnWhenTheOtherStops() throws Exception {
        HangingSender target = new HangingSender(new RecordingSender());
        stage.put("m", 2);
        String to = stage.to(target, "sendTimeout=0");
        stage.start(routes -> {
            routes.from(stage.from("maxInFlight=1")).routeId("bridge").to(to);
            routes.from("direct:other").routeId("other").to(to);
        });
        stage.soon(() -> assertThat(target.hanging()).isEqualTo(1));

        stage.node().getRouteController().stopRoute("other");
        stage.node().getRouteController().startRoute("other");
        stage.node().getRouteController().stopRoute("other");

        stage.eventually(() -> {
            target.letOneGo();
            assertThat(stage.counts().completed()).isEqualTo(2);
        });
        stage.assertRemaining(0);
    }

    @Test
    void required_D08_aRouteThatFeedsItselfStops() throws Exception {
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("maxInFlight=2", "trustBridgeHeaders=false"))
                .process(exchange -> stage.put("again")));
        stage.soon(() -> assertThat(stage.counts().completed()).isGreaterThan(1000));
        var consumer = stage.consumer();

        stage.stop();

        assertThat(consumer.counts().inFlight()).isZero();
        assertThat(consumer.counts().isBalanced()).isTrue();
        stage.assertRemaining(1);
    }

    /** Hands over and settles like the other one, and cannot be stopped. */
    private static final class StubbornReceiver implements Receiver {

        private final Receiver receiver;

        private StubbornReceiver(Receiver receiver) {
            this.receiver = receiver;
        }

        @Override
        public Capabilities capabilities() {
            return receiver.capabilities();
        }

        @Override
        public CompletionStage<Void> start(DeliveryHandler handler) {
            return receiver.start(handler);
        }

        @Override
        public void request(int deliveries) {
            receiver.request(deliveries);
        }

        @Override
        public CompletionStage<Void> stop() {
            return receiver.stop().thenCompose(nothing -> CompletableFuture.failedFuture(Failing.connectionLost()));
        }

        @Override
        public CompletionStage<Void> close() {
            return stop();
        }

        @Override
        public TransportHealth health() {
            return receiver.health();
        }
    }
}
