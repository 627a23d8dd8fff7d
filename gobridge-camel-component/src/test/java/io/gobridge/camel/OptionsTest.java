package io.gobridge.camel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.DeliveryPolicy;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;
import io.gobridge.camel.transport.memory.MemoryComponent;
import io.gobridge.camel.transport.memory.MemoryTransport;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.component.mock.MockComponent;
import org.apache.camel.component.mock.MockEndpoint;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class OptionsTest {

    private static final String SOURCE = "gobridge:orders?source=gobridge-memory:orders";
    private static final String TARGET = "gobridge:plant?target=gobridge-memory:plant";

    private final TestBridge bridge = new TestBridge();

    @TempDir
    private Path inbox;

    @AfterEach
    void stop() {
        bridge.close();
    }

    @Test
    void shouldTakeABeanForTheSourceEndpoint() {
        bridge.bind("in", bridge.context().getEndpoint("gobridge-memory:orders"));

        expectThrough("gobridge:orders?source=#in", TARGET);
    }

    @Test
    void shouldTakeABeanForTheTargetEndpoint() {
        bridge.bind("out", bridge.context().getEndpoint("gobridge-memory:plant"));

        expectThrough(SOURCE, "gobridge:plant?target=#out");
    }

    @Test
    void shouldTakeAnEndpointOfAComponentWithoutADefaultName() {
        MockEndpoint out = new MockEndpoint("own:out", new MockComponent(bridge.context()) {
            @Override
            public String getDefaultName() {
                return null;
            }
        });
        bridge.bind("out", out);
        bridge.route(routes -> routes.from(SOURCE).to("gobridge:plant?target=#out")).start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        await().untilAsserted(() -> assertThat(out.getReceivedCounter()).isEqualTo(1));
    }

    @Test
    void shouldTakeABeanForTheReceiver() {
        MemoryTransport transport = new MemoryTransport();
        Endpoint endpoint = bridge.context().getEndpoint("gobridge-memory:orders");
        bridge.bind("in", transport.session("").receiver(new ReceiverSpec(endpoint, 10, null, null, Runnable::run, null)));

        expectThrough("gobridge:orders?source=#in", TARGET);
    }

    @Test
    void shouldTakeABeanForTheSender() {
        ListSender sender = new ListSender();
        bridge.bind("out", sender).route(routes -> routes.from(SOURCE).to("gobridge:plant?target=#out&address=a/{h}"))
                .start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.of(Map.of("h", "b"))));

        await().until(() -> !sender.sent.isEmpty());
        assertThat(sender.sent.get(0).address()).isEqualTo("a/b");
    }

    @Test
    void shouldListWhatIsOverriddenOfTheDeadLetterTarget() {
        GoBridgeEndpoint endpoint = bridge.context().getEndpoint(
                SOURCE + "&deadLetter=RAW(paho-mqtt5:dead?brokerUrl=tcp://localhost:1)", GoBridgeEndpoint.class);

        try (ReceivingSide unit = new ReceivingSide(endpoint, new ConfigurationProblems())) {
            assertThat(unit.overrides()).containsExactly("deadLetter qos=1");
        }
    }

    @Test
    void shouldTakeTheWholeSourceAsOneRawString() {
        expectThrough("gobridge:orders?source=RAW(gobridge-memory:orders?capacity=7)",
                "gobridge:plant?target=RAW(gobridge-memory:plant?capacity=7)");
        assertThat(bridge.context().hasEndpoint("gobridge-memory://orders?capacity=7")).isNotNull();
    }

    @Test
    void shouldPassPrefixedOptionsOnToTheSource() {
        expectThrough(SOURCE + "&source.capacity=7", TARGET + "&target.capacity=8");
        assertThat(bridge.context().hasEndpoint("gobridge-memory://orders?capacity=7")).isNotNull();
        assertThat(bridge.context().hasEndpoint("gobridge-memory://plant?capacity=8")).isNotNull();
    }

    @Test
    void shouldKnowATransportWhateverItsComponentIsCalled() {
        MemoryComponent alias = new MemoryComponent();
        bridge.context().addComponent("mine", alias);
        bridge.route(routes -> routes.from("gobridge:orders?source=mine:orders").routeId("r").to("mock:end")).start();

        assertThat(alias.getDefaultName()).isEqualTo("gobridge-memory");
        assertThat(bridge.consumer("r").reasons()).isEmpty();
    }

    @Test
    void shouldTakeDefaultsFromTheComponent() {
        bridge.component().getReceiving().setMaxInFlight(7);
        bridge.component().getPolicy().setMaxReplayAttempts(9);
        bridge.component().getSending().setSendTimeout(123);

        GoBridgeEndpoint unit = bridge.context().getEndpoint(SOURCE, GoBridgeEndpoint.class);
        GoBridgeEndpoint own = bridge.context().getEndpoint(SOURCE + "&maxInFlight=8", GoBridgeEndpoint.class);

        assertThat(unit.getReceiving().getMaxInFlight()).isEqualTo(7);
        assertThat(unit.getPolicy().getMaxReplayAttempts()).isEqualTo(9);
        assertThat(unit.getSending().getSendTimeout()).isEqualTo(123);
        assertThat(own.getReceiving().getMaxInFlight()).isEqualTo(8);
        assertThat(bridge.component().getReceiving().getMaxInFlight()).isEqualTo(7);
    }

    @Test
    void shouldTakeEverySpellingOfAnEnum() {
        for (String spelling : Set.of("direct_hold", "DIRECT_HOLD", "direct-hold", "directHold")) {
            GoBridgeEndpoint unit
                    = bridge.context().getEndpoint(TARGET + "&deliveryMode=" + spelling, GoBridgeEndpoint.class);

            assertThat(unit.getSending().getDeliveryMode()).isEqualTo(DeliveryMode.DIRECT_HOLD);
        }
    }

    @Test
    void shouldOnlyCheckWhenDry() {
        bridge.component().setDryRun(true);
        bridge.route(routes -> routes.from(SOURCE).routeId("r").to(TARGET)).start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        assertThat(bridge.context().getRouteController().getRouteStatus("r").isStarted()).isTrue();
        assertThat(bridge.queue("orders").messages()).hasSize(1);
        assertThat(bridge.consumer("r").counts().receipts()).isZero();
    }

    @Test
    void shouldPreferAPolicyBeanToTheSingleOptions() {
        DeliveryPolicy policy = DeliveryPolicy.DEFAULT.withMaxReplayAttempts(0)
                .withBackoff(new Backoff(Duration.ofDays(1), Duration.ofDays(1), 1, 0));
        bridge.bind("policy", policy).route(routes -> routes.from(SOURCE + "&deliveryPolicy=#policy&maxReplayAttempts=9")
                .throwException(new IllegalStateException())).start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        await().until(() -> bridge.deadLetters().entries().size() == 1);
        assertThat(bridge.deadLetters().entries().get(0).attempts()).isEqualTo(1);
    }

    @Test
    void shouldKeepTheHeadersOfTheSourcesOwnComponent() throws Exception {
        Files.writeString(inbox.resolve("a.txt"), "one");
        MockEndpoint end = bridge.context().getEndpoint("mock:end", MockEndpoint.class);
        end.expectedMessageCount(1);
        bridge.route(routes -> routes.from("gobridge:files?source=file:" + inbox + "&source.initialDelay=0"
                                           + "&keepHeaders=CamelFileName, CamelFileLength")
                .to("mock:end")).start();

        end.assertIsSatisfied();

        Exchange exchange = end.getExchanges().get(0);
        assertThat(exchange.getIn().getHeader("CamelFileName")).isEqualTo("a.txt");
        assertThat(exchange.getIn().getHeader("CamelFileLength")).isEqualTo(3L);
        assertThat(exchange.getIn().getHeader("CamelFileAbsolutePath")).isNull();
        assertThat(exchange.getProperty(GoBridgeConstants.SOURCE_HEADERS)).asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsKey("CamelFileAbsolutePath");
        assertThat(exchange.getIn().getBody()).isInstanceOf(byte[].class);
    }

    @Test
    void shouldNameTheBridgeOnTheWayOut() {
        bridge.component().setBridgeId("north");

        expectThrough(SOURCE, TARGET);

        assertThat(bridge.queue("plant").messages().get(0).headers().text(ReservedHeaders.FORWARDED_FROM)).contains("north");
    }

    @Test
    void shouldNameTheContextWhenTheBridgeHasNoName() {
        expectThrough(SOURCE, TARGET);

        assertThat(bridge.queue("plant").messages().get(0).headers().text(ReservedHeaders.FORWARDED_FROM)).contains("here");
    }

    private void expectThrough(String from, String to) {
        bridge.route(routes -> routes.from(from).to(to)).start();

        bridge.queue("orders").put(TestBridge.message("m1", "one", Headers.empty()));

        await().untilAsserted(() -> assertThat(bridge.queue("plant").messages()).singleElement()
                .satisfies(message -> assertThat(message.payload().toText()).isEqualTo("one")));
    }

    /** Accepts everything. */
    private static final class ListSender implements Sender {

        private final CopyOnWriteArrayList<OutboundMessage> sent = new CopyOnWriteArrayList<>();

        @Override
        public CompletionStage<Void> send(OutboundMessage message) {
            sent.add(message);
            return CompletableFuture.completedFuture(null);
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
            return TransportHealth.UP;
        }
    }
}
