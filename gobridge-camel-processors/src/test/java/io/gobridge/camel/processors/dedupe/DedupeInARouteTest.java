package io.gobridge.camel.processors.dedupe;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.MemoryDedupeStore;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.processors.StepBridge;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Messages that come more than once. Field faults F3 to F6. */
class DedupeInARouteTest {

    private static final Duration TICK = Duration.ofMillis(100);

    private final StepBridge bridge = new StepBridge();
    private final MemoryDedupeStore store = new MemoryDedupeStore(bridge.clock, 1000);
    private final DedupeProcessor unit = new DedupeProcessor(DedupeSettings.DEFAULT, store);
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void stop() {
        bridge.close();
    }

    private void put(String id) {
        bridge.put(id, Map.of());
    }

    private void failOnce(Exchange exchange) {
        if (runs.incrementAndGet() == 1) {
            throw BridgeException.of(FailureCode.TIMEOUT, "Not yet").withRetryAfter(Duration.ofMinutes(3));
        }
    }

    @Test
    void shouldFilterADuplicateOfAMessageThatWasTakenCareOf() {
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit).to(StepBridge.TARGET));
        put("m1");
        bridge.soon(() -> assertThat(bridge.counts().completed()).isEqualTo(1));

        put("m1");
        put("m2");

        bridge.soon(() -> assertThat(bridge.counts().filtered()).isEqualTo(1));
        bridge.soon(() -> assertThat(bridge.arrived()).containsExactly("m1", "m2"));
        assertThat(unit.getDuplicates()).isEqualTo(1);
    }

    @Test
    void shouldKeepADuplicateAsADeadLetterOfItsCategoryWhenThePolicySaysSo() {
        bridge.start(routes -> routes.from(StepBridge.SOURCE + "&onFiltered=dlq").routeId("in").process(unit)
                .to(StepBridge.TARGET));
        put("m1");
        bridge.soon(() -> assertThat(bridge.counts().completed()).isEqualTo(1));

        put("m1");

        bridge.soon(() -> assertThat(bridge.dead()).singleElement()
                .satisfies(dead -> assertThat(dead.category()).isEqualTo(DeadLetterCategory.DUPLICATE)));
    }

    /** F3. */
    @Test
    void shouldHoldADuplicateOfAMessageInProgressUntilItIsKnownHowThatEnds() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        bridge.start(routes -> routes.from(StepBridge.SOURCE + "&maxReplayAttempts=0").routeId("in").process(unit)
                .process(exchange -> {
                    if (runs.incrementAndGet() == 1) {
                        first.join();
                    }
                }).to(StepBridge.TARGET));
        put("m1");
        bridge.soon(() -> assertThat(runs).hasValue(1));
        put("m1");
        bridge.eventually(TICK, () -> assertThat(unit.getHeld()).isGreaterThan(3));
        assertThat(bridge.counts().inFlight()).isEqualTo(2);

        first.completeExceptionally(BridgeException.of(FailureCode.TIMEOUT, "The first attempt failed"));
        bridge.eventually(TICK, () -> assertThat(bridge.counts().inFlight()).isZero());

        assertThat(bridge.arrived()).containsExactly("m1");
        assertThat(bridge.counts().completed()).isEqualTo(1);
        assertThat(bridge.counts().deadLettered()).isEqualTo(1);
    }

    /** F3, when the first attempt succeeds. */
    @Test
    void shouldFilterADuplicateThatWasHeldWhenTheFirstSucceeds() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit)
                .process(exchange -> first.join()).to(StepBridge.TARGET));
        put("m1");
        put("m1");
        bridge.soon(() -> assertThat(unit.getHeld()).isEqualTo(1));

        first.complete(null);
        bridge.eventually(TICK, () -> assertThat(bridge.counts().filtered()).isEqualTo(1));

        assertThat(bridge.arrived()).containsExactly("m1");
    }

    /** F4 and F5. */
    @Test
    void shouldNotTakeARetryForADuplicate() {
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit).process(this::failOnce)
                .to(StepBridge.TARGET));

        put("m1");
        bridge.eventually(TICK, () -> assertThat(bridge.counts().completed()).isEqualTo(1));

        assertThat(runs).hasValue(2);
        assertThat(bridge.arrived()).containsExactly("m1");
    }

    /** F4: the process died between the claim and the work. */
    @Test
    void shouldRunAMessageWhoseFirstOwnerDiedWhenItsLeaseEnds() {
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit).to(StepBridge.TARGET));
        store.claim(new DedupeKey("in", "m1"), "dead process", DedupeSettings.DEFAULT.lease());

        put("m1");
        bridge.soon(() -> assertThat(unit.getHeld()).isEqualTo(1));
        bridge.clock.advance(Duration.ofMinutes(9));
        assertThat(bridge.counts().inFlight()).isEqualTo(1);

        bridge.eventually(Duration.ofSeconds(10), () -> assertThat(bridge.arrived()).containsExactly("m1"));
        assertThat(bridge.dead()).isEmpty();
    }

    /** F6. */
    @Test
    void shouldLetTwoRoutesThatShareAStoreBothSeeAMessage() {
        bridge.start(
                routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit).to(StepBridge.TARGET),
                routes -> routes.from("gobridge:copies?source=gobridge-memory:copies&deadLetter=#deadLetters")
                        .process(new DedupeProcessor(DedupeSettings.DEFAULT, store))
                        .to("gobridge:second?target=gobridge-memory:second"));

        put("m1");
        bridge.queue("copies").put(bridge.message("m1", "one", Map.of()));

        bridge.soon(() -> assertThat(bridge.arrived()).containsExactly("m1"));
        bridge.soon(() -> assertThat(bridge.queue("second").messages()).hasSize(1));
    }

    @Test
    void shouldLetEachPartOfAMessageThroughOnce() {
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").split(routes.body().tokenize(" "))
                .stopOnException().process(unit).to(StepBridge.TARGET));

        put("m1");
        bridge.soon(() -> assertThat(bridge.counts().completed()).isEqualTo(1));

        assertThat(bridge.arrived()).hasSize(3);
    }

    @Test
    void shouldFollowTheHandThatSettlesTheDelivery() {
        List<Delivery> deliveries = new CopyOnWriteArrayList<>();
        bridge.start(routes -> routes.from(StepBridge.SOURCE + "&settlement=manual").routeId("in").process(unit)
                .process(exchange -> deliveries.add(exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class))));
        put("m1");
        bridge.soon(() -> assertThat(deliveries).hasSize(1));

        deliveries.get(0).retry(Duration.ofSeconds(1), new IllegalStateException("Not yet"));
        bridge.eventually(TICK, () -> assertThat(deliveries).hasSize(2));
        deliveries.get(1).ack();
        bridge.soon(() -> assertThat(bridge.counts().completed()).isEqualTo(1));
        put("m1");

        bridge.soon(() -> assertThat(bridge.counts().filtered()).isEqualTo(1));
        assertThat(deliveries).hasSize(2);
    }

    /** Case 84. */
    @Test
    void shouldLetATimeoutPassUnchangedAndClaimNothingInVain() {
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(exchange -> exchange
                .getProperty(GoBridgeConstants.DELIVERY, Delivery.class).control().cancel()).process(unit)
                .to(StepBridge.TARGET));

        put("m1");

        bridge.eventually(TICK, () -> assertThat(bridge.dead()).singleElement()
                .satisfies(dead -> assertThat(dead.code()).isEqualTo(FailureCode.PROCESSOR_TIMEOUT)));
        assertThat(store.size()).isZero();
    }

    @Test
    void shouldRecogniseAMessageOfPlainCamelByAnExpression() {
        unit.setKey("${header.orderId}");
        bridge.start(routes -> {
            routes.errorHandler(routes.noErrorHandler());
            routes.from("direct:plain").process(unit).process(exchange -> runs.incrementAndGet());
        });

        assertThat(sendPlain(Map.of("orderId", 1))).isNull();
        assertThat(sendPlain(Map.of("orderId", 1)).code()).isEqualTo(FailureCode.MESSAGE_DUPLICATE);
        assertThat(sendPlain(Map.of()).code()).isEqualTo(FailureCode.INVALID_HEADER);

        assertThat(runs).hasValue(1);
    }

    private BridgeException sendPlain(Map<String, Object> headers) {
        return bridge.context().createProducerTemplate()
                .send("direct:plain", exchange -> exchange.getMessage().setHeaders(new HashMap<>(headers)))
                .getException(BridgeException.class);
    }

    @Test
    void shouldRefuseSettingsOutOfBounds() {
        assertThatThrownBy(() -> DedupeSettings.DEFAULT.withLease(Duration.ZERO)).isInstanceOf(BridgeException.class)
                .hasMessageContaining("lease=PT0S");
        assertThatThrownBy(() -> DedupeSettings.DEFAULT.withRetention(Duration.ofSeconds(-1)))
                .hasMessageContaining("retention=PT-1S");
        assertThatThrownBy(() -> DedupeSettings.DEFAULT.withRecheck(Duration.ZERO)).hasMessageContaining("recheck=PT0S");
    }
}
