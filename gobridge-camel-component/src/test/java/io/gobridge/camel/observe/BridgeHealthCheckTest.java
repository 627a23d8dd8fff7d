package io.gobridge.camel.observe;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import io.gobridge.camel.TestBridge;
import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Health as Camel's own endpoints and consoles see it. */
class BridgeHealthCheckTest {

    private static final String CONSUMER = "consumer:r";
    private static final String PRODUCER = "gobridge-producer-plant";

    private final TestBridge bridge = new TestBridge();
    private final SwitchedSender sender = new SwitchedSender();

    @AfterEach
    void stop() {
        bridge.close();
    }

    @Test
    void shouldBeUpWhenMessagesFlow() {
        start("");

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        await().untilAsserted(() -> assertThat(detail(CONSUMER, "ledger")).startsWith("receipts=1 completed=1"));
        assertThat(result(CONSUMER).getState()).isEqualTo(HealthCheck.State.UP);
        assertThat(result(PRODUCER).getState()).isEqualTo(HealthCheck.State.UP);
        assertThat(detail(CONSUMER, "lastSettled")).isNotNull();
    }

    @Test
    void shouldCountWhatListenersThrow() {
        bridge.bind("listener", new ThrowingListener());
        start("");

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        await().untilAsserted(() -> assertThat(detail(CONSUMER, "listenerErrors")).isEqualTo("1"));
        assertThat(detail(PRODUCER, "listenerErrors")).isEqualTo("1");
        assertThat(detail(CONSUMER, "ledger")).startsWith("receipts=1 completed=1");
    }

    @Test
    void shouldCountTheBridgeHeadersOfATrustedPeer() {
        start("&trustBridgeHeaders=true");

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.of(
                Map.of(ReservedHeaders.TENANT_ID, "t", ReservedHeaders.CAUSATION_ID, "c", "app", 1))));

        await().untilAsserted(() -> assertThat(detail(CONSUMER, "ledger")).startsWith("receipts=1 completed=1"));
        assertThat(detail(CONSUMER, "trustedHeaders")).isEqualTo("2");
    }

    @Test
    void shouldBeDownWhileTheTargetNeedsSomebody() {
        sender.failure.set(BridgeException.of(FailureCode.NOT_AUTHORIZED, "wrong password"));
        start("&backoff.initial=10ms&backoff.max=10ms");

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        await().untilAsserted(() -> assertThat(result(CONSUMER).getState()).isEqualTo(HealthCheck.State.DOWN));
        assertThat(result(CONSUMER).getMessage().orElseThrow())
                .contains("target: NOT_AUTHORIZED: wrong password; intake is paused");

        sender.failure.set(null);

        await().untilAsserted(() -> assertThat(result(CONSUMER).getState()).isEqualTo(HealthCheck.State.UP));
        assertThat(bridge.deadLetters().entries()).isEmpty();
    }

    @Test
    void shouldBeDownWhenEveryPermitIsHeld() {
        sender.failure.set(BridgeException.of(FailureCode.UNAVAILABLE, "down"));
        start("&backoff.initial=1h&backoff.max=1h&maxInFlight=1");

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        await().untilAsserted(() -> assertThat(result(CONSUMER).getState()).isEqualTo(HealthCheck.State.DOWN));
        assertThat(result(CONSUMER).getMessage().orElseThrow()).contains("held: all 1 deliveries");
        assertThat(detail(CONSUMER, "oldestUnsettled")).isNotNull();
    }

    @Test
    void shouldBeDownWhenTheSenderIs() {
        start("");

        sender.health = TransportHealth.down("no connection");

        assertThat(result(PRODUCER).getState()).isEqualTo(HealthCheck.State.DOWN);
        assertThat(result(PRODUCER).getMessage().orElseThrow()).isEqualTo("target: no connection");
    }

    @Test
    void shouldSayNothingOfARouteThatStopped() throws Exception {
        start("");

        bridge.context().getRouteController().stopRoute("r");

        assertThat(results()).noneMatch(result -> result.getCheck().getId().equals(PRODUCER));
    }

    private void start(String options) {
        // Camel shows the checks of producers only when asked to.
        HealthCheckHelper.getHealthCheckRepository(bridge.context(), "producers").setEnabled(true);
        bridge.bind("out", sender).route(routes -> routes.from("gobridge:orders?source=gobridge-memory:orders" + options)
                .routeId("r").to("gobridge:plant?target=#out&sendRetryBudget=0")).start();
    }

    private Collection<HealthCheck.Result> results() {
        return HealthCheckHelper.invoke(bridge.context(), check -> Map.of(), check -> false, "full");
    }

    private HealthCheck.Result result(String id) {
        Collection<HealthCheck.Result> results = results();
        return results.stream().filter(result -> result.getCheck().getId().equals(id)).findFirst().orElseThrow(
                () -> new AssertionError(id + " among " + results.stream().map(result -> result.getCheck().getId()).toList()));
    }

    private String detail(String id, String name) {
        return String.valueOf(result(id).getDetails().get(name));
    }

    /** Fails at every call. */
    private static final class ThrowingListener implements DeliveryListener {

        @Override
        public void onAttempt(String routeId, String messageId, int attempt) {
            throw new IllegalStateException("attempt");
        }

        @Override
        public void onSettled(String routeId, String messageId, Ending ending) {
            throw new IllegalStateException("settled");
        }
    }

    /** Fails as long as it is told to. */
    private static final class SwitchedSender implements Sender {

        private final AtomicReference<BridgeException> failure = new AtomicReference<>();
        private volatile TransportHealth health = TransportHealth.UP;

        @Override
        public CompletionStage<Void> send(OutboundMessage message) {
            BridgeException now = failure.get();
            return now == null ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(now);
        }

        @Override
        public void cancel(OutboundMessage message) {
            throw new AssertionError("Nothing takes long");
        }

        @Override
        public CompletionStage<Void> close() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public TransportHealth health() {
            return health;
        }
    }
}
