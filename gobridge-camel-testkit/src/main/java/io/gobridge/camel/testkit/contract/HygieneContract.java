package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.testkit.faults.SlowSender;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the bridge keeps out of the route, out of the heap and in its books: D-15 to D-18. */
interface HygieneContract extends OnStage {

    @Test
    default void required_D15_theSourceIsNotReadAhead() throws Exception {
        SlowSender target = new SlowSender(Duration.ofMillis(100), stage().scheduler(), new RecordingSender());
        stage().put("m", 60);
        stage().start(routes -> routes.from(stage().from("maxInFlight=5")).to(stage().to(target)));

        stage().eventually(() -> {
            DeliveryCounts counts = stage().counts();
            if (counts.inFlight() > 5) {
                throw new IllegalStateException("Read ahead: " + counts);
            }
            assertThat(counts.completed()).isEqualTo(60);
        });

        assertThat(target.mostUnderWay()).isLessThanOrEqualTo(5);
    }

    @Test
    default void required_D16_noReservedOrCamelHeaderOfTheWireReachesTheRoute() throws Exception {
        stage().needs(Feature.HEADERS, "no header can be forged");
        Map<String, Object> seen = new ConcurrentHashMap<>();
        Headers.Builder forged = Headers.builder().put("app", "kept");
        List.of("CamelAwsSqsOperation", "camelhttpuri", "CAMELSqlQuery", "x-bridge.tenant-id", "X-BRIDGE.Route-Override",
                "x-bridge.forwarded-hop", "org.apache.camel.evil").forEach(name -> forged.put(name, "forged"));
        stage().fixture.put(stage().message("m").headers(forged.build()).build());
        stage().start(routes -> routes.from(stage().from())
                .process(exchange -> exchange.getMessage().getHeaders()
                        .forEach((name, value) -> seen.put(name, String.valueOf(value))))
                .to(stage().to()));

        stage().awaitCompleted(1);

        assertThat(seen).containsEntry("app", "kept");
        assertThat(seen.values()).doesNotContain("forged");
    }

    @Test
    default void required_D16_aForgedCountAffectsNothing() throws Exception {
        stage().needs(Feature.HEADERS, "no header can be forged");
        AtomicInteger attempt = new AtomicInteger();
        Headers.Builder forged = Headers.builder();
        List.of("ApproximateReceiveCount", "x-death", "x-delivery-count", "JMSXDeliveryCount", "gobridge.attempts")
                .forEach(name -> forged.put(name, 9999));
        stage().fixture.put(stage().message("m").headers(forged.build()).build());
        stage().start(routes -> routes.from(stage().from())
                .process(exchange -> attempt
                        .set(exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class).attempt()))
                .to(stage().to()));

        stage().awaitCompleted(1);

        assertThat(attempt).hasValue(1);
    }

    @Test
    default void required_D16_theIdempotencyKeyIsLiftedThoughNobodyIsTrusted() throws Exception {
        stage().needs(Feature.IDEMPOTENCY_KEY, "it has no idempotency key");
        Map<String, Object> seen = new ConcurrentHashMap<>();
        stage().fixture.put(stage().message("m").identity(Identity.NONE.withIdempotencyKey("order-1")).build());
        stage().start(routes -> routes.from(stage().from())
                .process(exchange -> seen.putAll(exchange.getMessage().getHeaders())).to(stage().to()));

        stage().awaitCompleted(1);

        assertThat(seen).containsEntry(GoBridgeConstants.IDEMPOTENCY_KEY, "order-1")
                .containsEntry("x-bridge.idempotency-key", "order-1");
        assertThat(stage().fixture.received().get(0).identity().idempotencyKey()).isEqualTo("order-1");
    }

    @Test
    default void required_D17_payloadsArriveUnchanged() throws Exception {
        Map<String, byte[]> payloads = payloads();
        payloads.forEach((name, bytes) -> stage().fixture
                .put(Envelope.withId(name).payload(Payload.copyOf(bytes)).createdAt(stage().now()).build()));
        stage().start(routes -> routes.from(stage().from()).to(stage().to()));

        stage().awaitCompleted(payloads.size());

        assertThat(stage().fixture.received().stream().map(one -> one.payload().toBytes()))
                .containsExactlyInAnyOrderElementsOf(payloads.values());
    }

    private static Map<String, byte[]> payloads() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        byte[] random = new byte[100_000];
        new Random(4711).nextBytes(random);
        Map<String, byte[]> payloads = new TreeMap<>();
        payloads.put("all", all);
        payloads.put("invalid-utf8", new byte[] { (byte) 0xC3, (byte) 0x28, (byte) 0xED, (byte) 0xA0, (byte) 0x80 });
        payloads.put("nul", new byte[] { 0, 'a', 0 });
        payloads.put("empty", new byte[0]);
        payloads.put("text", "snow ☃ man".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        payloads.put("random", random);
        return payloads;
    }

    @Test
    default void required_D17_noPayloadStaysNoPayload() throws Exception {
        stage().needs(Feature.ABSENT_PAYLOAD, "no payload is an empty payload");
        stage().fixture.put(Envelope.withId("none").createdAt(stage().now()).build());
        stage().start(routes -> routes.from(stage().from()).to(stage().to()));

        stage().awaitCompleted(1);

        assertThat(stage().fixture.received()).singleElement()
                .satisfies(one -> assertThat(one.payload().isAbsent()).isTrue());
    }

    @Test
    default void required_D17_theMessageKeepsItsHeadersIdAndSubject() throws Exception {
        stage().needs(Feature.HEADERS, "it has no headers");
        Map<String, Object> headers = new LinkedHashMap<>();
        headers.put("text", "a");
        headers.put("empty", "");
        headers.put("long", 1L << 40);
        headers.put("flag", true);
        stage().fixture.put(stage().message("m").subject("orders.created").headers(Headers.of(headers)).build());
        stage().start(routes -> routes.from(stage().from()).removeHeaders("CamelGoBridge*").to(stage().to()));

        stage().awaitCompleted(1);

        Envelope arrived = stage().fixture.received().get(0);
        assertThat(arrived.id()).isEqualTo("m");
        assertThat(arrived.subject()).isEqualTo("orders.created");
        assertThat(arrived.headers().toMap()).containsAllEntriesOf(headers);
    }

    @Test
    default void required_D18_theBooksBalanceAtAnyInstant() throws Exception {
        Random random = new Random(1);
        stage().put("m", 200);
        stage().start(routes -> routes
                .from(stage().from("maxReplayAttempts=1", "backoff.initial=100ms", "backoff.max=100ms", "maxInFlight=20"))
                .process(exchange -> {
                    switch (Math.floorMod(exchange.getMessage().getBody(String.class).hashCode(), 5)) {
                        case 0 -> throw Failing.filtered();
                        case 1 -> throw Failing.permanent();
                        case 2 -> throw Failing.unavailable();
                        default -> {
                            // Completes.
                        }
                    }
                }).to(stage().to()));

        stage().eventually(() -> {
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                if (!stage().counts().isBalanced()) {
                    throw new IllegalStateException(stage().counts().toString());
                }
            }
            DeliveryCounts counts = stage().counts();
            assertThat(counts.completed() + counts.filtered() + counts.deadLettered()).as(counts.toString()).isEqualTo(200);
            assertThat(counts.inFlight()).isZero();
        });
        stage().eventually(() -> stage().assertRemaining(0));
        assertThat(stage().deadTexts()).hasSize((int) stage().counts().deadLettered());
        assertThat(stage().received()).hasSize((int) stage().counts().completed());
    }
}
