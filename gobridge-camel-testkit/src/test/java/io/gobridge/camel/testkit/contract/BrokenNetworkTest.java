package io.gobridge.camel.testkit.contract;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.testkit.ProxiedPacket;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a route does when the network to its broker breaks, or goes quiet. MQTT has tests of its own. */
class BrokenNetworkTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static Brokers brokers;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final List<Network> networks = new ArrayList<>();

    @BeforeAll
    static void startBrokers() {
        brokers = Brokers.start();
    }

    @AfterAll
    static void stopBrokers() {
        brokers.close();
    }

    @AfterEach
    void close() {
        context.stop();
        networks.forEach(Network::close);
    }

    /** F9. */
    @ParameterizedTest
    @ValueSource(strings = { "sqs", "amqp091", "amqp10", "servicebus" })
    void shouldBringAllMessagesThoughTheTargetIsCutInTheMiddle(String transport) throws Exception {
        try (LinkFixture source = brokers.open("memory"); LinkFixture target = brokers.open(transport)) {
            Network network = network(transport);
            network.proxy().cutBefore(packet -> packet.isFromClient() && text(packet).contains("message-50"));
            put(source, "message", 100);
            start(source, target);
            String to = network.through(target.target(), context);
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("gobridge:in?backoff.initial=100ms&" + source.source()).routeId("in").to("gobridge:out?" + to);
                }
            });

            await().atMost(PATIENCE).until(() -> consumer("in").counts().completed() == 100);

            assertThat(network.proxy().cuts()).isEqualTo(1);
            assertThat(target.received().stream().map(Envelope::id).distinct())
                    .containsExactlyInAnyOrderElementsOf(numbered("message", 100));
            assertThat(source.remaining()).isZero();
        }
    }

    /** F63. */
    @ParameterizedTest
    @ValueSource(strings = { "sqs", "amqp091", "amqp10", "servicebus" })
    void shouldNoticeThatNothingMovesAndFlowAgainWithoutTouchingAnotherRoute(String transport) throws Exception {
        try (LinkFixture silenced = brokers.open(transport); LinkFixture other = brokers.open(transport)) {
            Network broken = network(transport);
            Network healthy = network(transport);
            start(silenced, other);
            List<String> fromSilenced = receive("silenced", broken.through(silenced.source(), context));
            List<String> fromOther = receive("other", healthy.through(other.source(), context));
            put(silenced, "before", 1);
            await().atMost(PATIENCE).until(() -> fromSilenced.size() == 1 && reasons("other").isEmpty());
            int connections = healthy.proxy().accepted();

            broken.proxy().hold();
            put(silenced, "backlog", 20);
            await().atMost(Duration.ofSeconds(30)).until(() -> !reasons("silenced").isEmpty());
            put(other, "meanwhile", 20);
            await().atMost(PATIENCE).until(() -> fromOther.size() == 20);
            assertThat(reasons("silenced")).singleElement().asString().startsWith("source: ");
            assertThat(fromSilenced).containsExactly("before-0");

            broken.proxy().release();

            await().atMost(PATIENCE).until(() -> fromSilenced.containsAll(numbered("backlog", 20)));
            await().atMost(PATIENCE).until(() -> reasons("silenced").isEmpty());
            assertThat(fromOther).containsExactlyInAnyOrderElementsOf(numbered("meanwhile", 20));
            assertThat(reasons("other")).isEmpty();
            if (healthy.hasOneConnection()) {
                assertThat(healthy.proxy().accepted()).isEqualTo(connections);
            }
        }
    }

    private void start(LinkFixture... fixtures) {
        context.getShutdownStrategy().setTimeout(2);
        context.getRegistry().bind("deadLetters", DeadLetterStore.class, new MemoryDeadLetterStore());
        for (LinkFixture fixture : fixtures) {
            fixture.prepare(context);
        }
        context.start();
    }

    /** Starts a route that keeps the ids of what it receives. */
    private List<String> receive(String name, String source) throws Exception {
        List<String> ids = new CopyOnWriteArrayList<>();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("gobridge:" + name + "?" + source).routeId(name)
                        .process(exchange -> ids.add(exchange.getMessage().getBody(String.class)));
            }
        });
        return ids;
    }

    private GoBridgeConsumer consumer(String route) {
        return (GoBridgeConsumer) context.getRoute(route).getConsumer();
    }

    private List<String> reasons(String route) {
        return consumer(route).reasons();
    }

    private Network network(String transport) {
        Network network = Network.to(brokers, transport);
        networks.add(network);
        return network;
    }

    private static void put(LinkFixture fixture, String text, int count) {
        for (String id : numbered(text, count)) {
            fixture.put(Envelope.withId(id).payload(Payload.ofText(id)).createdAt(Instant.now()).build());
        }
    }

    private static List<String> numbered(String text, int count) {
        return IntStream.range(0, count).mapToObj(i -> text + "-" + i).toList();
    }

    private static String text(ProxiedPacket packet) {
        return StandardCharsets.ISO_8859_1.decode(packet.bytes().duplicate()).toString();
    }
}
