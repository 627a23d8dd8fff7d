package io.gobridge.camel.mqtt;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.gobridge.camel.GoBridgeComponent;
import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Bridges whose topics lead back to where a message came from, and one message that waits while others flow. */
class MqttLoopTest {

    private static final String FORWARDED = "${header.x-bridge.forwarded-hop} == null";

    private final List<EmbeddedArtemis> brokers = new ArrayList<>();
    private final List<DefaultCamelContext> bridges = new ArrayList<>();
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
    private final TransportEnds ends = new TransportEnds(new MqttTransport());

    @AfterEach
    void close() {
        bridges.forEach(CamelContext::stop);
        ends.close();
        brokers.forEach(EmbeddedArtemis::close);
    }

    /** What went over a bridge is not sent back: the route asks for the hop count, since No Local is not there yet. */
    @Test
    void shouldBringEachMessageToBothBrokersOnceWhenTheRoutesFilterWhatWasForwarded() throws Exception {
        start(2);
        bridge(0, 1, 1, true);
        bridge(1, 0, 1, true);
        List<TransportEnds.Source> readers = readers();

        publish(0, "from-a", 5);
        publish(1, "from-b", 5);

        await().untilAsserted(() -> assertThat(receipts()).isEqualTo(20));
        assertThat(readers).allSatisfy(reader -> assertThat(reader.payloads()).hasSize(10).doesNotHaveDuplicates());
        assertThat(deadLetters.entries()).isEmpty();
    }

    @Test
    void shouldEndALoopOfTwoBridgesAfterMaxHops() throws Exception {
        start(2);
        bridge(0, 1, 1, false);
        bridge(1, 0, 1, false);
        List<TransportEnds.Source> readers = readers();

        publish(0, "looping", 5);

        await().untilAsserted(() -> assertThat(deadLetters.entries()).hasSize(5));
        assertThat(deadLetters.entries()).extracting(DeadLetter::category).containsOnly(DeadLetterCategory.LOOP);
        assertThat(deadLetters.entries().get(0).reason()).contains("bridge-0,bridge-1");
        assertThat(readers.get(1).payloads()).hasSize(5);
        assertThat(readers.get(0).payloads()).hasSize(10);
    }

    /** A ring of n brokers is done after n - 2 hops: the bridge that would close it counts them. */
    @Test
    void shouldBringEachMessageOnceToEachBrokerOfARingOfThree() throws Exception {
        start(3);
        bridge(0, 1, 1, false);
        bridge(1, 2, 1, false);
        bridge(2, 0, 1, false);
        List<TransportEnds.Source> readers = readers();

        for (int broker = 0; broker < 3; broker++) {
            publish(broker, "from-" + broker, 5);
        }

        await().untilAsserted(() -> assertThat(deadLetters.entries()).hasSize(15));
        assertThat(readers).allSatisfy(reader -> assertThat(reader.payloads()).hasSize(15).doesNotHaveDuplicates());
        assertThat(deadLetters.entries()).extracting(DeadLetter::category).containsOnly(DeadLetterCategory.LOOP);
    }

    /** Those of one topic keep their order, unless the route says that they have none. */
    @ParameterizedTest
    @CsvSource({ "alone, ''", "news, &orderBy=none" })
    void shouldDelayNobodyWhileOneMessageWaitsForItsRetry(String topic, String order) throws Exception {
        start(1);
        List<Long> failing = new CopyOnWriteArrayList<>();
        Set<String> done = ConcurrentHashMap.newKeySet();
        AtomicInteger before = new AtomicInteger();
        DefaultCamelContext context = context("bridge", 16);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("gobridge:in?maxInFlight=20&backoff.initial=2s&backoff.jitter=0&deadLetter=#deadLetters" + order
                     + "&source="
                     + uri(0).replace("paho-mqtt5:news", "RAW(paho-mqtt5:+)") + "&source.clientId=bridge").routeId("bridge")
                        .process(exchange -> {
                            String body = exchange.getMessage().getBody(String.class);
                            if (!body.equals("waits 0")) {
                                done.add(body);
                                return;
                            }
                            before.set(done.size());
                            failing.add(System.nanoTime());
                            if (failing.size() == 1) {
                                throw new IllegalStateException("not yet");
                            }
                        });
            }
        });
        context.start();

        publish(0, topic, "waits", 1);
        await().until(() -> failing.size() == 1);
        publish(0, "flows", 1000);

        await().until(() -> done.size() == 1000 && failing.size() == 2 && receipts() == 1001);
        assertThat((failing.get(1) - failing.get(0)) / 1_000_000).isBetween(1_900L, 10_000L);
        assertThat(before.get()).as("more than what may be in flight goes by").isGreaterThan(40);
        // A reconnect would have brought the message that waits once more.
        assertThat(counts(context)).contains("receipts=1001 completed=1001").contains("balanced=true");
    }

    private void start(int count) {
        for (int i = 0; i < count; i++) {
            brokers.add(EmbeddedArtemis.start());
        }
    }

    private void bridge(int from, int to, int maxHops, boolean filters) throws Exception {
        DefaultCamelContext context = context("bridge-" + from, maxHops);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("gobridge:in?trustBridgeHeaders=true&deadLetter=#deadLetters&source=" + uri(from)
                     + "&source.clientId=bridge-" + from).routeId("bridge").filter(simple(filters ? FORWARDED : "true"))
                        .to("gobridge:out?target=" + uri(to).replace("source.", "target."));
            }
        });
        context.start();
    }

    private DefaultCamelContext context(String bridgeId, int maxHops) {
        DefaultCamelContext context = new DefaultCamelContext();
        bridges.add(context);
        GoBridgeComponent component = new GoBridgeComponent();
        component.setBridgeId(bridgeId);
        component.setMaxHops(maxHops);
        context.addComponent("gobridge", component);
        context.getRegistry().bind("deadLetters", deadLetters);
        return context;
    }

    private String uri(int broker) {
        return "paho-mqtt5:news&source.brokerUrl=" + brokers.get(broker).brokerUrl();
    }

    private List<TransportEnds.Source> readers() throws Exception {
        List<TransportEnds.Source> readers = new ArrayList<>();
        for (EmbeddedArtemis broker : brokers) {
            readers.add(ends.receiveNow("paho-mqtt5:news?clientId=reader&brokerUrl=" + broker.brokerUrl(), 1000));
        }
        return readers;
    }

    private void publish(int broker, String name, int count) throws Exception {
        publish(broker, "news", name, count);
    }

    private void publish(int broker, String topic, String name, int count) throws Exception {
        Sender sender = ends.sender("paho-mqtt5:" + topic + "?brokerUrl=" + brokers.get(broker).brokerUrl());
        for (var sent : IntStream.range(0, count)
                .mapToObj(i -> sender.send(TransportEnds.message(name + "-" + i, name + " " + i))).toList()) {
            TransportEnds.sent(sent);
        }
    }

    private long receipts() {
        return bridges.stream().mapToLong(bridge -> consumer(bridge).counts().receipts()).sum();
    }

    private static String counts(CamelContext context) {
        return consumer(context).counts().toString();
    }

    private static GoBridgeConsumer consumer(CamelContext context) {
        return (GoBridgeConsumer) context.getRoute("bridge").getConsumer();
    }
}
