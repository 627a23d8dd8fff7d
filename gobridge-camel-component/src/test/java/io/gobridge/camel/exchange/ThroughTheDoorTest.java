package io.gobridge.camel.exchange;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.camel.TestBridge;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.Exchange;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * From the memory transport through a real route and out again. Behaviour cases 14 and 23; field faults F54 and F56.
 */
class ThroughTheDoorTest {

    private static final String SOURCE = "gobridge:orders?source=gobridge-memory:orders";
    private static final String TARGET = "gobridge:plant?target=gobridge-memory:plant";
    private static final Map<String, Object> FORGED = Map.of("CamelAwsSqsOperation", "forged", "camelhttpuri", "forged",
            "CAMELSqlQuery", "forged", "X-BRIDGE.Route-Override", "forged", "x-Bridge.Dedup-Id", "forged",
            "CamelGoBridgeAttempt", 99, "x-bridge.forwarded-hop", 99, "x-bridge.generated-id", true);

    private final TestBridge bridge = new TestBridge();

    @AfterEach
    void stop() {
        bridge.close();
    }

    @Test
    void shouldKeepForgedHeadersOutOfTheRoute() throws Exception {
        MockEndpoint seen = through(SOURCE);

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.of(FORGED)));

        seen.assertIsSatisfied();
        Map<String, Object> headers = seen.getExchanges().get(0).getIn().getHeaders();
        assertThat(headers).doesNotContainValue("forged").doesNotContainValue(99);
        assertThat(headers.keySet()).containsExactlyInAnyOrder(GoBridgeConstants.MESSAGE_ID, GoBridgeConstants.CREATED_AT,
                GoBridgeConstants.ATTEMPT, ReservedHeaders.CORRELATION_ID, ReservedHeaders.ROUTE_ID, ReservedHeaders.SOURCE_ID);
    }

    @Test
    void shouldNotCountByAHeaderFromTheWire() throws Exception {
        MockEndpoint seen = through(SOURCE + "&maxReplayAttempts=0");
        Map<String, Object> counts = Map.of("ApproximateReceiveCount", "99", "x-delivery-count", 99L, "JMSXDeliveryCount", 99,
                "CamelAwsSqsAttributes", 99, "CamelGoBridgeAttempt", 99);

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.of(counts)));

        seen.assertIsSatisfied();
        assertThat(seen.getExchanges().get(0).getIn().getHeader(GoBridgeConstants.ATTEMPT)).isEqualTo(1);
        await().untilAsserted(() -> assertThat(counts().completed()).isEqualTo(1));
    }

    @Test
    void shouldCarryIdentityAndTraceFromBridgeToBridge() {
        bridge.route(routes -> routes.from(SOURCE).removeHeaders("*").to("gobridge:half?target=gobridge-memory:half"));
        bridge.route(routes -> routes.from("gobridge:back?source=gobridge-memory:half").to(TARGET)).start();
        Map<String, Object> trace = Map.of("traceparent", "00-a-b-01", "tracestate", "v=1");
        Identity identity = new Identity("k1", "d1", "o1");

        bridge.queue("orders").put(
                TestBridge.message("m1", "one", Headers.of(trace)).toBuilder().subject("s").identity(identity).build());

        Envelope arrived = arrived();
        assertThat(arrived.id()).isEqualTo("m1");
        assertThat(arrived.subject()).isEqualTo("s");
        assertThat(arrived.identity()).isEqualTo(identity);
        assertThat(arrived.headers().toMap()).containsAllEntriesOf(trace);
        assertThat(arrived.headers().get(ReservedHeaders.FORWARDED_HOP)).contains(1);
    }

    @Test
    void shouldKeepTheConversationAndThePathBetweenTrustingBridges() {
        bridge.route(routes -> routes.from(SOURCE).to("gobridge:half?target=gobridge-memory:half"));
        bridge.route(routes -> routes.from("gobridge:back?source=gobridge-memory:half&trustBridgeHeaders=true").to(TARGET))
                .start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        Headers headers = arrived().headers();
        assertThat(headers.text(ReservedHeaders.FORWARDED_FROM)).contains("here,here");
        assertThat(headers.get(ReservedHeaders.FORWARDED_HOP)).contains(2);
        assertThat(headers.text(ReservedHeaders.CORRELATION_ID).orElseThrow()).matches("[0-9a-f]{32}");
    }

    @Test
    void shouldEndALoopAsADeadLetterWithItsPath() {
        bridge.component().setMaxHops(3);
        bridge.route(routes -> routes.from(SOURCE + "&trustBridgeHeaders=true").routeId("r")
                .to("gobridge:again?target=gobridge-memory:orders")).start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        DeadLetter entry = deadLetter();
        assertThat(entry.category()).isEqualTo(DeadLetterCategory.LOOP);
        assertThat(entry.code()).isEqualTo(FailureCode.LOOP_DETECTED);
        assertThat(entry.reason()).contains("here,here,here,here").contains("maxHops=3");
        await().untilAsserted(() -> assertThat(counts()).isEqualTo(new DeliveryCounts(5, 4, 0, 0, 1, 0, 0, 0)));
    }

    @Test
    void shouldSendNothingWhenAHeaderCannotBeCarried() {
        bridge.route(routes -> routes.from(SOURCE).routeId("r").setHeader("handle", () -> new Object()).to(TARGET)).start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        DeadLetter entry = deadLetter();
        assertThat(entry.category()).isEqualTo(DeadLetterCategory.REJECTED);
        assertThat(entry.code()).isEqualTo(FailureCode.INVALID_HEADER);
        assertThat(entry.reason()).contains("'handle'");
        assertThat(bridge.queue("plant").messages()).isEmpty();
    }

    @Test
    void shouldRejectAnAddressThatCannotBeFilledInWithoutARetry() {
        bridge.route(routes -> routes.from(SOURCE).routeId("r").to(TARGET + "&address=q/{tenant}")).start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        DeadLetter entry = deadLetter();
        assertThat(entry.code()).isEqualTo(FailureCode.ADDRESS_TEMPLATE);
        assertThat(entry.category()).isEqualTo(DeadLetterCategory.REJECTED);
        assertThat(bridge.queue("plant").messages()).isEmpty();
        await().untilAsserted(() -> assertThat(counts()).isEqualTo(new DeliveryCounts(1, 0, 0, 0, 1, 0, 0, 0)));
    }

    @Test
    void shouldSeeTheOriginalInEveryRun() {
        List<String> seen = new CopyOnWriteArrayList<>();
        bridge.route(routes -> routes.from(SOURCE + "&backoff.initial=1ms&backoff.max=1ms&maxReplayAttempts=2").routeId("r")
                .process(exchange -> {
                    seen.add(exchange.getIn().getBody(String.class) + exchange.getIn().getHeader("app"));
                    exchange.getIn().getBody(byte[].class)[0] = 'X';
                    exchange.getIn().setHeader("app", "changed");
                }).throwException(new IllegalStateException())).start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.of(Map.of("app", "!"))));

        assertThat(deadLetter().envelope().payload().toText()).isEqualTo("one");
        assertThat(seen).containsExactly("one!", "one!", "one!");
    }

    @Test
    void shouldShowTheRouteTheWholeMessage() throws Exception {
        MockEndpoint seen = through(SOURCE);
        Envelope message = TestBridge.message("m1", "one", Headers.of(new HashMap<>(Map.of("n", 5L)))).toBuilder().subject("s")
                .identity(new Identity("k1", "d1", "o1")).expiresAt(Instant.MAX).build();

        bridge.queue("orders").put(message);

        seen.assertIsSatisfied();
        Exchange exchange = seen.getExchanges().get(0);
        assertThat(exchange.getIn().getHeaders()).containsEntry(GoBridgeConstants.MESSAGE_ID, "m1")
                .containsEntry(GoBridgeConstants.SUBJECT, "s").containsEntry(GoBridgeConstants.IDEMPOTENCY_KEY, "k1")
                .containsEntry(GoBridgeConstants.DEDUP_ID, "d1").containsEntry(GoBridgeConstants.ORDERING_KEY, "o1")
                .containsEntry(GoBridgeConstants.EXPIRES_AT, Instant.MAX).containsEntry("n", 5L);
        assertThat(exchange.getProperty(GoBridgeConstants.DELIVERY).toString()).startsWith("Delivery[id=m1, attempt=1, ");
    }

    private MockEndpoint through(String from) {
        MockEndpoint seen = bridge.context().getEndpoint("mock:seen", MockEndpoint.class);
        seen.expectedMessageCount(1);
        bridge.route(routes -> routes.from(from).routeId("r").to(seen)).start();
        return seen;
    }

    private Envelope arrived() {
        return await().until(() -> bridge.queue("plant").messages(), messages -> messages.size() == 1).get(0);
    }

    private DeadLetter deadLetter() {
        return await().until(() -> bridge.deadLetters().entries(), entries -> entries.size() == 1).get(0);
    }

    private DeliveryCounts counts() {
        return bridge.consumer("r").counts();
    }
}
