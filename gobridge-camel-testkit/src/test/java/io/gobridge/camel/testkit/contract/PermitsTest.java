package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.TransportHealth;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-15: at any rest the source was asked for {@code maxInFlight} deliveries and one more for each that ended. */
class PermitsTest {

    private static final int PERMITS = 3;
    private static final Duration LOCK = Duration.ofSeconds(30);

    private final FakeFixture fixture = new FakeFixture(
            Capabilities.none().withRedelivers(true).withCountsAttempts(true).withLockWindow(LOCK)
                    .withNativeRetry(Duration.ofHours(12)).withOrdersGroups(true),
            IdentityKind.STABLE);
    private final BridgeStage stage = new BridgeStage(fixture, false);
    private final Runs runs = new Runs(fixture.clock);
    private final CountingReceiver receiver = new CountingReceiver(fixture.broker.receiver());

    @AfterEach
    void close() {
        stage.close();
    }

    private void start(String... options) throws Exception {
        stage.bind("counting", receiver);
        String more = options.length == 0 ? "" : "&" + String.join("&", options);
        stage.start(routes -> routes
                .from(stage.from("maxInFlight=" + PERMITS, "maxReplayAttempts=1", "backoff.initial=100ms").replace("#source",
                        "#counting")
                      + more)
                .process(runs).to(stage.to()));
    }

    private void assertAllEnd(int messages) {
        stage.eventually(() -> stage.assertRemaining(0));
        stage.soon(() -> {
            DeliveryCounts counts = stage.counts();
            assertThat(counts.inFlight()).isZero();
            assertThat(receiver.requested).hasValue((int) (PERMITS + counts.receipts()));
            assertThat(counts.receipts()).isGreaterThanOrEqualTo(messages);
        });
        stage.assertBalanced();
    }

    @Test
    void required_D15_everyKindOfEndingFreesItsPermit() throws Exception {
        runs.fail("filtered", Failing.filtered()).fail("permanent", Failing.permanent()).fail("poison", Failing.unavailable())
                .fail("expired", BridgeException.of(FailureCode.MESSAGE_EXPIRED, "too late"))
                .fail("fenced", BridgeException.of(FailureCode.STALE_FENCING_TOKEN, "not the owner"))
                .fail("held", Failing.connectionLost());
        for (String text : new String[] { "filtered", "permanent", "poison", "expired", "fenced", "held" }) {
            stage.put(text);
        }
        stage.put("good", 5);
        start();
        stage.eventually(() -> assertThat(runs.count("fenced")).isGreaterThan(3));
        stage.eventually(() -> assertThat(runs.count("held")).isGreaterThan(1));

        runs.heal();

        assertAllEnd(11);
    }

    @Test
    void required_D15_anOrderingKeyFreesItsPermitsHoweverItsMessagesEnd() throws Exception {
        runs.fail("a0", Failing.unavailable()).fail("a2", Failing.filtered()).fail("a3", Failing.permanent());
        for (int i = 0; i < 6; i++) {
            fixture.put(stage.message("a" + i).identity(Identity.NONE.withOrderingKey("a")).build());
        }
        start();

        assertAllEnd(6);
    }

    @Test
    void required_D15_aRefusedAckFreesThePermit() throws Exception {
        fixture.broker.refuseAcks(Failing.connectionLost());
        stage.put("m", 5);
        start();
        stage.eventually(() -> assertThat(stage.counts().returned()).isGreaterThanOrEqualTo(PERMITS));
        fixture.broker.refuseAcks(null);

        assertAllEnd(5);
    }

    /** Counts what is requested. */
    private static final class CountingReceiver implements Receiver {

        private final Receiver receiver;
        private final AtomicInteger requested = new AtomicInteger();

        private CountingReceiver(Receiver receiver) {
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
            requested.addAndGet(deliveries);
            receiver.request(deliveries);
        }

        @Override
        public CompletionStage<Void> stop() {
            return receiver.stop();
        }

        @Override
        public CompletionStage<Void> close() {
            return receiver.close();
        }

        @Override
        public TransportHealth health() {
            return receiver.health();
        }
    }
}
