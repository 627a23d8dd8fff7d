package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Bridge, broker, bridge, broker, bridge: what a message keeps over all of them, and what it does not. */
class ChainTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final Duration ON_THE_WAY = Duration.ofSeconds(2);
    private static final Identity IDENTITY = new Identity("order-4711", "dedup-4711", "customer-42");

    private static Brokers brokers;

    @BeforeAll
    static void startBrokers() {
        brokers = Brokers.start();
    }

    @AfterAll
    static void stopBrokers() {
        brokers.close();
    }

    static List<String> transports() {
        return Brokers.LINKS;
    }

    @ParameterizedTest
    @MethodSource("transports")
    void shouldKeepWhatAMessageIsAndCountItsBridges(String transport) throws Exception {
        try (LinkFixture first = brokers.open(transport); LinkFixture second = brokers.open(transport);
             LinkFixture third = brokers.open(transport);
             Chain chain = new Chain(true).over(List.of(first, second, third), third)) {
            Envelope sent = message();
            first.put(sent);

            Envelope arrived = only(third);

            assertSame(arrived, sent);
            assertThat(arrived.headers().get("plant")).contains("P7");
            assertThat(traceId(arrived)).isEqualTo(traceId(sent));
            assertThat(arrived.headers().get("tracestate")).contains(Corpus.TRACE_STATE);
            assertThat(hops(arrived)).isEqualTo(3);
            assertThat(arrived.headers().text(ReservedHeaders.FORWARDED_FROM)).contains("bridge-1,bridge-2,bridge-3");
            assertThat(correlationIds(chain)).containsExactly("conversation-1", "conversation-1", "conversation-1");
            assertThat(arrived.headers().text(ReservedHeaders.CORRELATION_ID)).contains("conversation-1");
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void shouldKeepTheIdentityAndForgetTheBridgesWhereNobodyTrusts(String transport) throws Exception {
        try (LinkFixture first = brokers.open(transport); LinkFixture second = brokers.open(transport);
             LinkFixture third = brokers.open(transport);
             Chain chain = new Chain(false).over(List.of(first, second, third), third)) {
            Envelope sent = message();
            first.put(sent);

            Envelope arrived = only(third);

            assertSame(arrived, sent);
            assertThat(hops(arrived)).isEqualTo(1);
            assertThat(arrived.headers().text(ReservedHeaders.FORWARDED_FROM)).contains("bridge-3");
            assertThat(correlationIds(chain)).hasSize(3).doesNotHaveDuplicates().doesNotContain("conversation-1");
        }
    }

    static List<String> transportsThatKnowExpiry() {
        return Brokers.LINKS.stream().filter(Brokers::knowsExpiry).toList();
    }

    @ParameterizedTest
    @MethodSource("transportsThatKnowExpiry")
    void shouldNotLiveLongerForTheBrokersOnItsWay(String transport) throws Exception {
        waitAtABroker(transport);
    }

    @Test
    @Tag("real-brokers")
    void shouldNotLiveLongerForRabbitMqOnItsWay() throws Exception {
        waitAtABroker("rabbitmq");
    }

    private static void waitAtABroker(String transport) throws Exception {
        try (LinkFixture first = brokers.open(transport); LinkFixture second = brokers.open(transport);
             LinkFixture third = brokers.open(transport); Chain chain = new Chain(true)) {
            chain.bridge(first, second, second.intake());
            first.put(message().toBuilder().expiresAt(Instant.now().plus(LIFETIME)).build());
            await().atMost(PATIENCE).until(() -> chain.completed(1) == 1);

            // The broker has the message meanwhile, and its time runs there too.
            Instant taken = chain.passages().get(0).at();
            await().until(() -> Instant.now().isAfter(taken.plus(ON_THE_WAY)));
            chain.over(List.of(second, third), third);
            Envelope arrived = only(third);

            List<Duration> remaining = chain.passages().stream().map(Chain.Passage::remaining).toList();
            assertThat(remaining).hasSize(3).isSortedAccordingTo((one, next) -> Long.compare(upwards(next), upwards(one)));
            // MQTT has whole seconds and rounds them up.
            assertThat(remaining.get(1)).isLessThanOrEqualTo(LIFETIME.minus(ON_THE_WAY).plusSeconds(1));
            assertThat(arrived.expiresAt()).isPresent();
        }
    }

    /** F56. */
    @Test
    void shouldKeepTheTraceFromMqttOverSqsAndServiceBusToAmqp() throws Exception {
        try (LinkFixture mqtt = brokers.open("mqtt"); LinkFixture sqs = brokers.open("sqs");
             LinkFixture serviceBus = brokers.open("servicebus"); LinkFixture amqp = brokers.open("amqp10");
             Chain chain = new Chain(true).over(List.of(mqtt, sqs, serviceBus), amqp)) {
            Map<String, Object> many = Corpus.messages(Instant.now()).stream().filter(message -> message.id().equals("many"))
                    .findFirst().orElseThrow().headers().toMap();
            mqtt.put(traced("whole", Map.of("traceparent", Corpus.TRACE_PARENT, "tracestate", Corpus.TRACE_STATE)));
            mqtt.put(traced("parent", Map.of("traceparent", Corpus.TRACE_PARENT)));
            mqtt.put(traced("state", Map.of("tracestate", Corpus.TRACE_STATE)));
            mqtt.put(traced("crowded", many).toBuilder().headers(Headers.of(many).toBuilder()
                    .put("traceparent", Corpus.TRACE_PARENT).put("tracestate", Corpus.TRACE_STATE).build()).build());

            await().atMost(PATIENCE).until(() -> amqp.received().size() >= 4);

            Map<String, Envelope> arrived = amqp.received().stream()
                    .collect(Collectors.toMap(Envelope::id, Function.identity()));
            assertThat(chain.passages()).hasSize(12);
            assertThat(List.of("whole", "parent", "crowded")).allSatisfy(
                    id -> assertThat(traceId(arrived.get(id))).isEqualTo(traceId(message())));
            assertThat(List.of("whole", "crowded")).allSatisfy(
                    id -> assertThat(arrived.get(id).headers().get("tracestate")).contains(Corpus.TRACE_STATE));
            assertThat(arrived.get("parent").headers().contains("tracestate")).isFalse();
            assertThat(arrived.get("state").headers().contains("traceparent")).isFalse();
            assertThat(arrived.get("state").headers().contains("tracestate")).isFalse();
        }
    }

    private static Envelope message() {
        return Envelope.withId("m-1").subject("orders.created").payload(Payload.ofText("{\"valve\": 7}")).identity(IDENTITY)
                .createdAt(Instant.parse("2026-11-30T10:15:30.123Z"))
                .headers(Headers.of(Map.of("plant", "P7", "traceparent", Corpus.TRACE_PARENT, "tracestate", Corpus.TRACE_STATE,
                        ReservedHeaders.CORRELATION_ID, "conversation-1")))
                .build();
    }

    private static Envelope traced(String id, Map<String, Object> headers) {
        return Envelope.withId(id).payload(Payload.ofText("{}")).createdAt(Instant.now()).headers(Headers.of(headers)).build();
    }

    private static Envelope only(LinkFixture end) {
        await().atMost(PATIENCE).until(() -> !end.received().isEmpty());
        assertThat(end.received()).hasSize(1);
        return end.received().get(0);
    }

    private static void assertSame(Envelope arrived, Envelope sent) {
        assertThat(arrived.id()).isEqualTo(sent.id());
        assertThat(arrived.subject()).isEqualTo(sent.subject());
        assertThat(arrived.payload()).isEqualTo(sent.payload());
        assertThat(arrived.createdAt()).isEqualTo(sent.createdAt());
        assertThat(arrived.identity()).isEqualTo(sent.identity());
    }

    private static List<String> correlationIds(Chain chain) {
        return chain.passages().stream().map(passage -> passage.message().headers().text(ReservedHeaders.CORRELATION_ID))
                .flatMap(Optional::stream).toList();
    }

    private static int hops(Envelope arrived) {
        return arrived.headers().get(ReservedHeaders.FORWARDED_HOP).map(Object::toString).map(Integer::parseInt).orElse(0);
    }

    /** Returns the part of {@code traceparent} that no span changes. */
    private static String traceId(Envelope message) {
        return message.headers().text("traceparent").map(parent -> parent.split("-", -1)[1]).orElse("none");
    }

    private static long upwards(Duration duration) {
        return duration.plusSeconds(1).minusNanos(1).toSeconds();
    }
}
