package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Every source to every target: a message arrives as it was put, whatever the wires on its way can hold. */
class PairsTest {

    /** MQTT has whole seconds. */
    private static final Duration EXPIRY_TOLERANCE = Duration.ofSeconds(2);

    private static Brokers brokers;

    @BeforeAll
    static void startBrokers() {
        brokers = Brokers.start();
    }

    @AfterAll
    static void stopBrokers() {
        brokers.close();
    }

    static Stream<Arguments> pairs() {
        return Brokers.TRANSPORTS.stream()
                .flatMap(source -> Brokers.TRANSPORTS.stream().map(target -> Arguments.of(source, target)));
    }

    @ParameterizedTest(name = "{0} to {1}")
    @MethodSource("pairs")
    void shouldCarryEachMessageUnchanged(String from, String to) throws Exception {
        TransportFixture source = brokers.open(from);
        try (source) {
            if (from.equals(to)) {
                carry(source, source);
                return;
            }
            try (TransportFixture target = brokers.open(to)) {
                carry(source, target);
            }
        }
    }

    private static void carry(TransportFixture source, TransportFixture target) throws Exception {
        MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
        try (DefaultCamelContext bridge = bridge(source, target, deadLetters)) {
            List<Envelope> corpus = Corpus.messages(Instant.now()).stream()
                    .filter(message -> message.expiresAt().isEmpty() || (keepsExpiring(source) && keepsExpiring(target)))
                    .toList();
            corpus.forEach(source::put);
            bridge.start();

            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(ids(target.received(), deadLetters))
                    .containsAll(corpus.stream().map(Envelope::id).toList()));

            assertThat(deadLetters.entries()).isEmpty();
            assertThat(target.received()).extracting(Envelope::id)
                    .containsExactlyInAnyOrderElementsOf(corpus.stream().map(Envelope::id).toList());
            Map<String, Envelope> arrived = target.received().stream()
                    .collect(Collectors.toMap(Envelope::id, Function.identity()));
            SoftAssertions softly = new SoftAssertions();
            corpus.forEach(
                    sent -> assertSame(softly, sent, arrived.get(sent.id()), keepsGroups(source) && keepsGroups(target)));
            softly.assertAll();
        }
    }

    private static Set<String> ids(List<Envelope> received, MemoryDeadLetterStore deadLetters) {
        return Stream.concat(received.stream(), deadLetters.entries().stream().map(DeadLetter::envelope)).map(Envelope::id)
                .collect(Collectors.toSet());
    }

    /** Broker-J takes RabbitMQ's time to live for a point in time long ago; ChainTest shows it with RabbitMQ. */
    private static boolean keepsExpiring(TransportFixture fixture) {
        return !fixture.name().equals("amqp091");
    }

    private static boolean keepsGroups(TransportFixture fixture) {
        return fixture.features().contains(Feature.ORDERING_KEY);
    }

    private static DefaultCamelContext bridge(
            TransportFixture source, TransportFixture target, DeadLetterStore deadLetters)
            throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        context.getShutdownStrategy().setTimeout(2);
        context.getRegistry().bind("deadLetters", DeadLetterStore.class, deadLetters);
        source.prepare(context);
        target.prepare(context);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("gobridge:in?" + source.source()).to("gobridge:out?" + target.target());
            }
        });
        return context;
    }

    private static void assertSame(SoftAssertions softly, Envelope sent, Envelope arrived, boolean keepsGroups) {
        softly.assertThat(arrived.payload()).as("payload of " + sent.id()).isEqualTo(sent.payload());
        softly.assertThat(arrived.subject()).as("subject of " + sent.id()).isEqualTo(sent.subject());
        softly.assertThat(arrived.createdAt()).as("createdAt of " + sent.id()).isEqualTo(sent.createdAt());
        softly.assertThat(headers(arrived)).as("headers of " + sent.id()).isEqualTo(headers(sent));
        softly.assertThat(arrived.identity().idempotencyKey()).as("idempotency key of " + sent.id())
                .isEqualTo(sent.identity().idempotencyKey());
        if (keepsGroups) {
            softly.assertThat(arrived.identity().orderingKey()).as("ordering key of " + sent.id())
                    .isEqualTo(sent.identity().orderingKey());
            softly.assertThat(arrived.identity().dedupId()).as("dedup id of " + sent.id())
                    .isEqualTo(sent.identity().dedupId());
        }
        softly.assertThat(arrived.expiresAt().isPresent()).as("expires " + sent.id()).isEqualTo(sent.expiresAt().isPresent());
        sent.expiresAt().flatMap(expiry -> arrived.expiresAt().map(then -> Duration.between(expiry, then).abs()))
                .ifPresent(shift -> softly.assertThat(shift).as("shift of the expiry of " + sent.id())
                        .isLessThanOrEqualTo(EXPIRY_TOLERANCE));
    }

    /** Returns the application's headers in a form that compares bytes by their value. */
    private static Map<String, Object> headers(Envelope envelope) {
        Map<String, Object> headers = new TreeMap<>();
        envelope.headers().without(ReservedHeaders::isReserved).without(PairsTest::isOfTheWire)
                .forEach((name, value) -> headers.put(name,
                        value instanceof byte[] bytes ? List.of("bytes", hex(bytes)) : value));
        return headers;
    }

    /** What the target's transport says of the wire, such as the topic. */
    private static boolean isOfTheWire(String name) {
        return Brokers.TRANSPORTS.stream().anyMatch(transport -> name.startsWith(transport + "."));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
