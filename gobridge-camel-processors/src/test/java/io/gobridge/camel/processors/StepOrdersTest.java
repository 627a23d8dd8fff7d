package io.gobridge.camel.processors;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.processors.circuitbreaker.BreakerSettings;
import io.gobridge.camel.processors.circuitbreaker.CircuitBreakerProcessor;
import io.gobridge.camel.processors.dedupe.DedupeProcessor;
import io.gobridge.camel.processors.filter.FilterAction;
import io.gobridge.camel.processors.filter.FilterProcessor;
import io.gobridge.camel.processors.filter.FilterSettings;
import io.gobridge.camel.processors.tenant.TenantProcessor;
import io.gobridge.camel.processors.tenant.TenantSettings;
import io.gobridge.camel.processors.transform.Mapping;
import io.gobridge.camel.processors.transform.TransformProcessor;
import io.gobridge.camel.processors.transform.TransformSettings;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.model.ProcessorDefinition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** F41, D-18: whatever the order of the steps, each message ends once, and as it should. */
class StepOrdersTest {

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final int EACH = 5;

    private static Map<String, Supplier<Processor>> steps() {
        Map<String, Supplier<Processor>> steps = new LinkedHashMap<>();
        steps.put("dedupe", DedupeProcessor::new);
        steps.put("tenant", () -> new TenantProcessor(
                TenantSettings.DEFAULT.requiringTenant().withMaxInFlight(3)
                        .withMaxRate(4, Duration.ofSeconds(1))));
        steps.put("circuitbreaker", () -> new CircuitBreakerProcessor(
                BreakerSettings.DEFAULT.withPausedIntake()
                        .withFailureThreshold(3).withResetTimeout(Duration.ofSeconds(5))));
        steps.put("filter", () -> new FilterProcessor(
                FilterSettings.of("unwanted", Condition.parse("$.kind = 'filtered'")).withAction(FilterAction.DROP)));
        steps.put("transform", () -> new TransformProcessor(
                TransformSettings.of("kinds", Mapping.of("header.kind", "$.kind").orFail(), Mapping.of("seen", "$.kind"))));
        return steps;
    }

    static Stream<List<String>> orders() {
        return permutations(List.copyOf(steps().keySet())).stream();
    }

    private static List<List<String>> permutations(List<String> names) {
        if (names.isEmpty()) {
            return List.of(List.of());
        }
        List<List<String>> all = new ArrayList<>();
        for (String first : names) {
            List<String> rest = names.stream().filter(name -> !name.equals(first)).toList();
            permutations(rest).forEach(order -> all.add(Stream.concat(Stream.of(first), order.stream()).toList()));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("orders")
    void shouldEndEachMessageOnce(List<String> order) {
        try (StepBridge bridge = new StepBridge()) {
            start(bridge, order);
            putCorpus(bridge);

            bridge.soon(() -> assertThat(bridge.counts().receipts()).isPositive());
            bridge.eventually(TICK, () -> {
                assertThat(bridge.counts().inFlight()).as(bridge.counts().toString()).isZero();
                assertThat(bridge.queue("orders").size()).isZero();
            });

            DeliveryCounts counts = bridge.counts();
            assertThat(counts.isBalanced()).as(counts.toString()).isTrue();
            assertThat(bridge.arrived()).doesNotHaveDuplicates();
            assertThat(new TreeSet<>(bridge.arrived())).isEqualTo(new TreeSet<>(expected()));
            assertThat(bridge.queue("plant").messages()).allSatisfy(StepOrdersTest::assertTransformed);
            assertThat(counts.completed()).as(counts.toString()).isEqualTo(2 * EACH);
            assertThat(counts.filtered()).as(counts.toString()).isEqualTo(2 * EACH);
            assertThat(counts.deadLettered()).as(counts.toString()).isEqualTo(2 * EACH);
            assertThat(counts.returned()).as(counts.toString()).isZero();
        }
    }

    private static void start(StepBridge bridge, List<String> order) {
        bridge.start(routes -> {
            ProcessorDefinition<?> route = routes.from(StepBridge.SOURCE + "&maxReplayAttempts=2").routeId("in");
            for (String name : order) {
                route = route.process(steps().get(name).get());
            }
            route.process(StepOrdersTest::work).to(StepBridge.TARGET);
        });
    }

    /** Five of each kind; those of one tenant exceed its quotas. */
    private static void putCorpus(StepBridge bridge) {
        for (int i = 1; i <= EACH; i++) {
            put(bridge, "good", i, Map.of("x-tenant-id", "acme"));
            put(bridge, "failing", i, Map.of("x-tenant-id", "acme"));
            put(bridge, "filtered", i, Map.of("x-tenant-id", 42));
            put(bridge, "duplicate", i, Map.of("x-tenant-id", "other"));
            put(bridge, "nameless", i, Map.of());
            put(bridge, "duplicate", i, Map.of("x-tenant-id", "other"));
        }
    }

    private static void put(StepBridge bridge, String kind, int number, Map<String, Object> headers) {
        bridge.queue("orders").put(bridge.message(kind + "-" + number, "{\"kind\":\"" + kind + "\"}", headers));
    }

    private static void assertTransformed(Envelope message) {
        String kind = message.id().replaceFirst("-.*", "");
        assertThat(message.headers().text("kind")).hasValue(kind);
        assertThat(message.payload().toText()).isEqualTo("{\"kind\":\"" + kind + "\",\"seen\":\"" + kind + "\"}");
    }

    private static Set<String> expected() {
        Set<String> expected = new TreeSet<>();
        for (int i = 1; i <= EACH; i++) {
            expected.add("good-" + i);
            expected.add("duplicate-" + i);
        }
        return expected;
    }

    private static void work(Exchange exchange) {
        String id = exchange.getMessage().getHeader(GoBridgeConstants.MESSAGE_ID, String.class);
        if (id.startsWith("failing")) {
            throw BridgeException.of(FailureCode.TIMEOUT, "The target does not take it");
        }
    }
}
