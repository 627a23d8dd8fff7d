package io.gobridge.camel.processors.tenant;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.processors.StepBridge;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A tenant step between a source and a target. */
class TenantInARouteTest {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final Map<String, Object> ACME = Map.of("x-tenant-id", "acme");

    private final StepBridge bridge = new StepBridge();
    private final MemoryTenantUsage usage = new MemoryTenantUsage(bridge.clock, Duration.ofSeconds(10));
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void stop() {
        bridge.close();
    }

    private TenantProcessor step(TenantSettings settings) {
        TenantProcessor step = new TenantProcessor(settings);
        step.setUsage(usage);
        return step;
    }

    private void start(TenantProcessor step) {
        bridge.start(routes -> routes.from(StepBridge.SOURCE + "&maxReplayAttempts=1").routeId("in").process(step)
                .to(StepBridge.TARGET));
    }

    /** Case 88, and the other reasons. */
    @ParameterizedTest
    @CsvSource({ "'',missing_required", "4.2,malformed", "stranger,unknown", "gone,disabled", "small,oversize" })
    void shouldRejectWithAReason(String header, String reason) {
        TenantProcessor step = step(TenantSettings.DEFAULT.requiringTenant());
        step.setValidator(new StaticTenantValidator(
                Map.of("gone", new Tenant(false, Tenant.NO_LIMIT, Quota.NONE), "small",
                        new Tenant(true, 4, Quota.NONE))));
        start(step);

        bridge.put("m1", Map.of("x-tenant-id", header.equals("4.2") ? (Object) 4.2 : header));

        bridge.soon(() -> assertThat(bridge.dead()).singleElement().satisfies(dead -> {
            assertThat(dead.category()).isEqualTo(DeadLetterCategory.REJECTED);
            assertThat(dead.code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
            assertThat(dead.reason()).contains("reason=" + reason).doesNotContain("stranger");
        }));
        assertThat(bridge.arrived()).isEmpty();
    }

    @Test
    void shouldPassAMessageOfNoTenantUncheckedUnlessItIsRequired() {
        start(step(TenantSettings.DEFAULT.withMaxInFlight(1)));

        bridge.put("m1", Map.of());
        bridge.put("m2", Map.of("x-tenant-id", ""));

        bridge.soon(() -> assertThat(bridge.arrived()).containsExactlyInAnyOrder("m1", "m2"));
    }

    /** Case 89: in flight until the delivery is settled, over all its runs. */
    @Test
    void shouldHoldMessagesOverTheQuotaUntilEarlierOnesAreSettled() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        TenantProcessor step = step(TenantSettings.DEFAULT.withMaxInFlight(1));
        bridge.start(routes -> routes.from(StepBridge.SOURCE + "&maxReplayAttempts=1").routeId("in").process(step)
                .process(exchange -> {
                    if (runs.incrementAndGet() == 1) {
                        first.join();
                    }
                }).to(StepBridge.TARGET));
        bridge.put("m1", ACME);
        bridge.soon(() -> assertThat(runs).hasValue(1));
        bridge.put("m2", ACME);
        bridge.put("m3", Map.of("x-tenant-id", "other"));
        bridge.soon(() -> assertThat(bridge.arrived()).containsExactly("m3"));
        bridge.eventually(TICK, () -> assertThat(step.getOverQuota()).isGreaterThan(4));
        assertThat(usage.inFlight("acme")).isEqualTo(1);

        first.completeExceptionally(BridgeException.of(FailureCode.TIMEOUT, "Not yet").withRetryAfter(Duration.ofMinutes(1)));
        bridge.soon(() -> assertThat(bridge.consumer().reasons()).isEmpty());
        bridge.eventually(TICK, () -> assertThat(bridge.counts().completed()).isEqualTo(3));

        assertThat(bridge.dead()).isEmpty();
        assertThat(usage.inFlight("acme")).isZero();
    }

    @Test
    void shouldCountADeliveryOnceOverItsRunsAndItsParts() {
        TenantProcessor step = step(TenantSettings.DEFAULT.withMaxInFlight(1));
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(step)
                .split(routes.body().tokenize(" ")).stopOnException().process(step).process(exchange -> {
                    if (runs.incrementAndGet() == 1) {
                        throw BridgeException.of(FailureCode.TIMEOUT, "Not yet");
                    }
                }).end().to(StepBridge.TARGET));

        bridge.put("m1", ACME);
        bridge.eventually(TICK, () -> assertThat(bridge.counts().completed()).isEqualTo(1));

        assertThat(usage.inFlight("acme")).isZero();
        assertThat(step.getOverQuota()).isZero();
    }

    @Test
    void shouldCountOutWhateverBecomesOfTheDelivery() {
        TenantProcessor step = step(TenantSettings.DEFAULT.withMaxInFlight(5));
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(step).process(exchange -> {
            FailureCode code = exchange.getMessage().getHeader("fail", FailureCode.class);
            throw BridgeException.of(code, "fails");
        }));

        for (FailureCode code : new FailureCode[] {
                FailureCode.MESSAGE_FILTERED, FailureCode.MESSAGE_EXPIRED, FailureCode.INVALID_PAYLOAD, FailureCode.TIMEOUT }) {
            bridge.put(code.name(), Map.of("x-tenant-id", "acme", "fail", code.name()));
        }
        bridge.soon(() -> assertThat(bridge.counts().receipts()).isEqualTo(4));
        bridge.eventually(Duration.ofSeconds(1), () -> assertThat(bridge.counts().inFlight()).isZero());

        assertThat(usage.inFlight("acme")).isZero();
    }

    @Test
    void shouldCountOutWhatGoesBackWhenTheRouteStops() throws Exception {
        start(step(TenantSettings.DEFAULT.withMaxInFlight(5).withMaxRate(1, Duration.ofSeconds(10))));
        bridge.queue("plant");
        bridge.put("m1", ACME);
        bridge.put("m2", ACME);
        bridge.soon(() -> assertThat(bridge.counts().completed()).isEqualTo(1));

        bridge.context().getRouteController().stopRoute("in");

        assertThat(usage.inFlight("acme")).isZero();
        assertThat(bridge.queue("orders").messages()).hasSize(1);
    }

    @Test
    void shouldHoldMessagesOverTheRateUntilTheNextWindow() {
        TenantProcessor step = step(TenantSettings.DEFAULT.withMaxRate(2, Duration.ofSeconds(10)));
        start(step);
        for (int i = 1; i <= 5; i++) {
            bridge.put("m" + i, ACME);
        }
        bridge.soon(() -> assertThat(step.getOverQuota()).isEqualTo(3));
        assertThat(bridge.counts().completed()).isEqualTo(2);
        bridge.clock.advance(Duration.ofSeconds(9));
        assertThat(bridge.counts().completed()).isEqualTo(2);

        bridge.clock.advance(Duration.ofSeconds(1));

        bridge.soon(() -> assertThat(bridge.counts().completed()).isEqualTo(4));
        assertThat(bridge.dead()).isEmpty();
    }

    /** Case 89: a usage that is down stops nobody. */
    @Test
    void shouldPassMessagesWhileTheUsageCannotBeRead() {
        TenantProcessor step = new TenantProcessor(TenantSettings.DEFAULT.withMaxInFlight(1));
        step.setUsage(new BrokenUsage());
        start(step);

        bridge.put("m1", ACME);
        bridge.put("m2", ACME);

        bridge.soon(() -> assertThat(bridge.arrived()).containsExactlyInAnyOrder("m1", "m2"));
        assertThat(step.getUsageErrors()).isEqualTo(2);
    }

    @Test
    void shouldHoldMessagesUnchargedWhileTheTenantsCannotBeRead() {
        AtomicInteger asked = new AtomicInteger();
        TenantProcessor step = step(TenantSettings.DEFAULT);
        step.setValidator(id -> asked.incrementAndGet() < 5
                ? CompletableFuture.failedFuture(new IllegalStateException("The database is down"))
                : CompletableFuture.supplyAsync(() -> Optional.of(Tenant.UNLIMITED)));
        start(step);

        bridge.put("m1", ACME);

        bridge.eventually(TICK, () -> assertThat(bridge.arrived()).containsExactly("m1"));
        assertThat(asked).hasValue(5);
        assertThat(bridge.dead()).isEmpty();
    }

    /** Case 84. */
    @Test
    void shouldCountNothingInVain() {
        bridge.start(routes -> routes.from(StepBridge.SOURCE + "&maxReplayAttempts=0").routeId("in")
                .process(exchange -> exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class).control().cancel())
                .process(step(TenantSettings.DEFAULT)).to(StepBridge.TARGET));

        bridge.put("m1", ACME);

        bridge.soon(() -> assertThat(bridge.dead()).singleElement()
                .satisfies(dead -> assertThat(dead.code()).isEqualTo(FailureCode.PROCESSOR_TIMEOUT)));
        assertThat(usage.size()).isZero();
    }

    @Test
    void shouldCheckAnExchangeOfPlainCamelTheSameWay() {
        bridge.start(routes -> {
            routes.errorHandler(routes.noErrorHandler());
            routes.from("direct:plain").process(step(TenantSettings.DEFAULT.requiringTenant().withMaxInFlight(1)))
                    .process(exchange -> assertThat(usage.inFlight("acme")).isEqualTo(1));
        });

        Exchange good = sendPlain(Map.of("X-Tenant-Id", "acme"));
        Exchange bad = sendPlain(Map.of());

        assertThat(good.getException()).isNull();
        assertThat(bad.getException(BridgeException.class).code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(usage.inFlight("acme")).isZero();
    }

    private Exchange sendPlain(Map<String, Object> headers) {
        return bridge.context().createProducerTemplate().send("direct:plain",
                exchange -> exchange.getMessage().setHeaders(new HashMap<>(headers)));
    }

    @Test
    void shouldRefuseSettingsOutOfBounds() {
        assertThatThrownBy(() -> TenantSettings.DEFAULT.withHeader(" ")).isInstanceOf(BridgeException.class)
                .hasMessageContaining("header= ");
        assertThatThrownBy(() -> TenantSettings.DEFAULT.withMaxInFlight(-1)).hasMessageContaining("maxInFlight=-1");
        assertThatThrownBy(() -> TenantSettings.DEFAULT.withMaxRate(-1, Duration.ofSeconds(1)))
                .hasMessageContaining("maxRate=-1");
        assertThatThrownBy(() -> TenantSettings.DEFAULT.withMaxRate(1, Duration.ZERO))
                .hasMessageContaining("rateWindow=PT0S");
    }

    /** Answers nothing but errors. */
    private static final class BrokenUsage implements TenantUsage {

        @Override
        public CompletionStage<Admission> begin(String tenantId, Quota quota) {
            throw new IllegalStateException("The counter is down");
        }

        @Override
        public CompletionStage<Void> end(String tenantId) {
            return CompletableFuture.failedFuture(new IllegalStateException("The counter is down"));
        }
    }
}
