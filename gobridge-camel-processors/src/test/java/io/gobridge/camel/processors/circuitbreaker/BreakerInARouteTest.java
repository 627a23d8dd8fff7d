package io.gobridge.camel.processors.circuitbreaker;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.processors.StepBridge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A breaker behind a source and before a target that is down for a while. Field faults F1 and F43. */
class BreakerInARouteTest {

    private static final Duration TICK = Duration.ofMillis(100);

    private final StepBridge bridge = new StepBridge();
    private final AtomicInteger sends = new AtomicInteger();
    private final Set<String> failedRuns = ConcurrentHashMap.newKeySet();
    private volatile FailureCode down;

    @AfterEach
    void stop() {
        bridge.close();
    }

    private void target(Exchange exchange) {
        sends.incrementAndGet();
        if (down != null) {
            failedRuns.add(String.valueOf(exchange.getMessage().getHeader(GoBridgeConstants.MESSAGE_ID)));
            throw BridgeException.of(down, "The target is down");
        }
    }

    private CircuitBreakerProcessor start(BreakerSettings settings, String... options) {
        CircuitBreakerProcessor unit = new CircuitBreakerProcessor(settings);
        String source = StepBridge.SOURCE + String.join("", options);
        bridge.start(routes -> routes.from(source).routeId("in").process(unit).process(this::target)
                .to(StepBridge.TARGET));
        return unit;
    }

    /** F1. */
    @Test
    void shouldHoldMessagesWithARetryAfterWhileItIsOpen() {
        down = FailureCode.TIMEOUT;
        CircuitBreakerProcessor unit = start(BreakerSettings.DEFAULT.withFailureThreshold(1));
        bridge.put(1);
        bridge.soon(() -> assertThat(unit.stateOf("")).isEqualTo(BreakerState.OPEN));

        bridge.put(1);
        bridge.eventually(TICK, () -> assertThat(bridge.clock.instant()).isAfter(Instant.parse("2026-01-01T12:00:25Z")));

        assertThat(sends).hasValue(1);
        assertThat(bridge.counts().inFlight()).isEqualTo(2);
        down = null;
        bridge.eventually(TICK, () -> assertThat(bridge.counts().completed()).isEqualTo(2));
        assertThat(bridge.arrived()).containsExactlyInAnyOrder("m1", "m2");
        assertThat(unit.stateOf("")).isEqualTo(BreakerState.CLOSED);
    }

    /** F43: one long outage, five minutes at 100 messages a second. */
    @Test
    void shouldChargeNothingAndPauseTheIntakeWhileItIsOpen() {
        down = FailureCode.TIMEOUT;
        CircuitBreakerProcessor unit
                = start(BreakerSettings.DEFAULT.withPausedIntake().withResetTimeout(Duration.ofMinutes(5)));
        bridge.put(5);
        bridge.soon(() -> assertThat(unit.stateOf("")).isEqualTo(BreakerState.OPEN));
        for (int second = 0; second < 299; second++) {
            bridge.put(100);
            bridge.clock.advance(Duration.ofSeconds(1));
        }
        bridge.soon(() -> assertThat(bridge.isPaused()).isTrue());
        assertThat(bridge.counts().receipts()).isLessThanOrEqualTo(100);
        assertThat(sends).hasValue(5);
        assertThat(bridge.dead()).isEmpty();

        down = null;
        bridge.eventually(TICK, () -> assertThat(bridge.counts().completed()).isEqualTo(29_905));

        assertThat(bridge.isPaused()).isFalse();
        assertThat(bridge.dead()).isEmpty();
        assertThat(failedRuns).hasSize(5);
        assertThat(sends).hasValue(29_910);
        bridge.assertBalanced();
    }

    /** F43: probes fail for five minutes, each another message's. */
    @Test
    void shouldDeadLetterNothingWhileProbesFail() {
        down = FailureCode.TIMEOUT;
        CircuitBreakerProcessor unit = start(BreakerSettings.DEFAULT.withPausedIntake());
        for (int second = 0; second < 300; second++) {
            bridge.put(10);
            int now = second;
            bridge.soon(() -> assertThat(now < 5 || unit.stateOf("") != BreakerState.CLOSED).isTrue());
            bridge.clock.advance(Duration.ofSeconds(1));
        }
        assertThat(bridge.dead()).isEmpty();
        assertThat(bridge.counts().completed()).isZero();
        down = null;

        bridge.eventually(TICK, () -> assertThat(bridge.counts().completed()).isEqualTo(3_000));

        assertThat(bridge.dead()).isEmpty();
        bridge.assertBalanced();
    }

    @Test
    void shouldNotHangWhenTheRouteStopsWhileTheIntakeIsPaused() throws Exception {
        down = FailureCode.TIMEOUT;
        start(BreakerSettings.DEFAULT.withPausedIntake().withFailureThreshold(1));
        bridge.put(20);
        bridge.soon(() -> assertThat(bridge.isPaused()).isTrue());

        bridge.context().getRouteController().stopRoute("in");

        assertThat(bridge.queue("orders").messages()).hasSize(20);
        assertThat(bridge.dead()).isEmpty();
        down = null;
        bridge.context().getRouteController().startRoute("in");
        bridge.eventually(TICK, () -> assertThat(bridge.arrived()).hasSize(20));
    }

    @Test
    void shouldCountWhatTheDispatchBehindItDoes() {
        CircuitBreakerProcessor unit = new CircuitBreakerProcessor(BreakerSettings.DEFAULT.withFailureThreshold(2));
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit)
                .to("gobridge:full?target=gobridge-memory:full&target.capacity=1&sendRetryBudget=0"));

        bridge.put(3);

        bridge.soon(() -> assertThat(unit.stateOf("")).isEqualTo(BreakerState.OPEN));
    }

    @Test
    void shouldCountAFailureThatTheRouteHandlesItself() {
        down = FailureCode.TIMEOUT;
        CircuitBreakerProcessor unit = new CircuitBreakerProcessor(BreakerSettings.DEFAULT);
        bridge.start(routes -> {
            routes.onException(BridgeException.class)
                    .onWhen(exchange -> exchange.getProperty(Exchange.EXCEPTION_CAUGHT, BridgeException.class)
                            .code() == FailureCode.TIMEOUT)
                    .handled(true);
            routes.from(StepBridge.SOURCE).routeId("in").process(unit).process(this::target);
        });

        bridge.put(5);

        bridge.soon(() -> assertThat(unit.stateOf("")).isEqualTo(BreakerState.OPEN));
        assertThat(bridge.counts().completed()).isEqualTo(5);
    }

    @Test
    void shouldHaveABreakerForEachSubject() {
        CircuitBreakerProcessor unit
                = new CircuitBreakerProcessor(
                        BreakerSettings.DEFAULT.withKey(BreakerKey.header("plant")).withFailureThreshold(1));
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit).process(exchange -> {
            if (exchange.getMessage().getHeader("plant").equals("P1")) {
                throw BridgeException.of(FailureCode.TIMEOUT, "P1 is down");
            }
        }).to(StepBridge.TARGET));

        bridge.put("a", Map.of("plant", "P1"));
        bridge.soon(() -> assertThat(unit.stateOf("P1")).isEqualTo(BreakerState.OPEN));
        bridge.put("b", Map.of("plant", "P2"));

        bridge.soon(() -> assertThat(bridge.arrived()).containsExactly("b"));
        assertThat(unit.stateOf("P2")).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void shouldCountInMicrometer() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        bridge.bind("meters", meters);
        down = FailureCode.TIMEOUT;
        start(BreakerSettings.DEFAULT.withFailureThreshold(1));

        bridge.put(1);
        bridge.eventually(TICK, () -> assertThat(meters.find("gobridge.breaker.refused").tags("step", "circuitbreaker", "key",
                "global").counter()).isNotNull());

        assertThat(meters.find("gobridge.breaker.changes").tags("key", "global", "to", "open").counter().count()).isEqualTo(1);
    }

    /** Case 84. */
    @Test
    void shouldLetATimeoutPassUnchangedAndRefuseARunInVain() {
        List<Throwable> seen = new CopyOnWriteArrayList<>();
        CircuitBreakerProcessor unit = new CircuitBreakerProcessor(BreakerSettings.DEFAULT);
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(exchange -> exchange
                .getProperty(GoBridgeConstants.DELIVERY, Delivery.class).control().cancel())
                .doTry().process(unit).process(this::target).doCatch(Throwable.class)
                .process(exchange -> seen.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class))).end());

        bridge.put(1);

        bridge.soon(() -> assertThat(seen).singleElement().isInstanceOfSatisfying(BridgeException.class,
                failure -> assertThat(failure.code()).isEqualTo(FailureCode.PROCESSOR_TIMEOUT)));
        assertThat(sends).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = { "loop", "split" })
    void shouldLetARunThatProbesComeBackToIt(String way) {
        down = FailureCode.TIMEOUT;
        CircuitBreakerProcessor unit = new CircuitBreakerProcessor(BreakerSettings.DEFAULT.withFailureThreshold(1));
        bridge.start(routes -> {
            var route = routes.from(StepBridge.SOURCE).routeId("in").process(unit);
            var inside = way.equals("loop") ? route.loop(3) : route.split(routes.body().tokenize(" "));
            inside.process(unit).process(this::target).end();
        });
        bridge.put(1);
        bridge.soon(() -> assertThat(unit.stateOf("")).isEqualTo(BreakerState.OPEN));
        down = null;

        bridge.put(1);
        bridge.eventually(TICK, () -> assertThat(bridge.counts().completed()).isEqualTo(2));

        assertThat(unit.stateOf("")).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void shouldFailAnExchangeOfPlainCamelTheSameWay() {
        down = FailureCode.TIMEOUT;
        CircuitBreakerProcessor unit = new CircuitBreakerProcessor(BreakerSettings.DEFAULT.withFailureThreshold(2));
        bridge.start(routes -> {
            routes.errorHandler(routes.noErrorHandler());
            routes.from("direct:plain").process(unit).process(this::target);
        });

        List<Optional<FailureCode>> codes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            codes.add(sendPlain());
        }
        bridge.clock.advance(Duration.ofSeconds(30));
        down = null;
        codes.add(sendPlain());

        assertThat(codes).containsExactly(Optional.of(FailureCode.TIMEOUT), Optional.of(FailureCode.TIMEOUT),
                Optional.of(FailureCode.UNAVAILABLE), Optional.empty());
        assertThat(unit.stateOf("")).isEqualTo(BreakerState.HALF_OPEN);
    }

    private Optional<FailureCode> sendPlain() {
        Exchange sent = bridge.context().createProducerTemplate().send("direct:plain", exchange -> {
        });
        return Optional.ofNullable(sent.getException(BridgeException.class)).map(BridgeException::code);
    }
}
