package io.gobridge.camel.amqp10;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import jakarta.jms.Connection;
import jakarta.jms.Session;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.TransportEnds.Source;
import io.gobridge.camel.transport.amqp10.AmqpTransport;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The transport against Artemis in this process. */
class AmqpArtemisTest {

    private static EmbeddedArtemis broker;

    private TransportEnds ends;

    @BeforeAll
    static void start() {
        broker = EmbeddedArtemis.start();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @BeforeEach
    void connect() {
        ends = endsAt(broker);
    }

    @AfterEach
    void close() {
        ends.close();
    }

    private static TransportEnds endsAt(EmbeddedArtemis artemis) {
        TransportEnds atArtemis = new TransportEnds(new AmqpTransport());
        atArtemis.bind("broker", new JmsConnectionFactory(artemis.amqpUrl()));
        return atArtemis;
    }

    @Test
    void shouldBringBackAnEnvelope() throws Exception {
        byte[] all = new byte[256];
        IntStream.range(0, 256).forEach(i -> all[i] = (byte) i);
        Envelope sent = TransportEnds.envelope("m1").subject("orders.created").payload(Payload.copyOf(all))
                .identity(new Identity("key", "dedup", "order"))
                .headers(Headers.builder().put("count", 5L).put("A_DOT_B", "a\nb").put("a.b-c", null).put("empty", "")
                        .put("raw", all).put("list", List.of("a", 1)).build())
                .build();
        Source source = ends.receiveNow("amqp:queue:envelope", 10);

        TransportEnds.sent(ends.sender("amqp:queue:envelope").send(new OutboundMessage(sent, "")));

        assertThat(source.take(0).envelope()).isEqualTo(sent);
        assertThat(source.take(0).attempt()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAnAddressThatTheBrokerDoesNotKnow() {
        Sender sender = ends.sender("amqp:queue:" + EmbeddedArtemis.UNKNOWN_UNTIL_CREATED + "out");

        BridgeException failure = TransportEnds.failure(sender.send(TransportEnds.message("m1", "x")));

        assertThat(failure.code()).isEqualTo(FailureCode.NOT_FOUND);
        assertThat(failure.getMessage()).contains("strict.out");
    }

    @Test
    void shouldGiveBackWithoutCounting() throws Exception {
        Source first = ends.receiveNow("amqp:queue:back", 2);
        sendAll("back", 6);
        first.take(1);
        assertThat(first.receiver().stop()).succeedsWithin(Duration.ofSeconds(20));
        first.taken().forEach(delivery -> delivery.retry(Duration.ZERO, new IllegalStateException("stopping")));
        ends.close(first.receiver());

        Source second = ends.receiveNow("amqp:queue:back", 10);

        second.take(5);
        assertThat(second.taken()).extracting(Delivery::attempt).containsOnly(1);
        assertThat(Set.copyOf(second.payloads())).containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5");
    }

    @Test
    void shouldHandOverAgainWhatABrokenConnectionLeftUnsettled() throws Exception {
        Source source = ends.receiveNow("amqp:queue:broken?clientId=broken", 10);
        sendAll("broken", 1);
        Delivery old = source.take(0);

        broker.cut("broken");
        Delivery again = source.take(1);

        assertThat(again.envelope().id()).isEqualTo(old.envelope().id());
        assertThat(TransportEnds.failure(old.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(again.ack()).succeedsWithin(Duration.ofSeconds(20));
        await().until(() -> broker.messages("broken") == 0);
    }

    /** F15. */
    @Test
    void shouldLoseNothingThatWasGivenBackOrRejected() throws Exception {
        Source source = ends.receiveNow("amqp:queue:nack", 10);
        Source dead = ends.receiveNow("amqp:queue:DLQ", 10);
        sendAll("nack", 2);

        source.take(0).retry(Duration.ZERO, new IllegalStateException("later"));
        source.take(1).reject(new IllegalStateException("never"));

        assertThat(source.take(2).envelope().id()).isEqualTo(source.take(0).envelope().id());
        assertThat(dead.take(0).envelope().id()).isEqualTo(source.take(1).envelope().id());
    }

    @Test
    void shouldLoseNothingOverARestartOfTheBroker() throws Exception {
        EmbeddedArtemis restarting = EmbeddedArtemis.start();
        try (TransportEnds there = endsAt(restarting)) {
            Sender sender = there.sender("amqp:queue:restart");
            Source source = there.receiveNow("amqp:queue:restart", 100);
            for (int i = 0; i < 5; i++) {
                TransportEnds.sent(sender.send(TransportEnds.message("m" + i, String.valueOf(i))));
            }
            source.take(4);
            source.taken().subList(0, 2).forEach(Delivery::ack);
            await().until(() -> restarting.messages("restart") == 3);

            restarting.kill();
            await().until(() -> !source.receiver().health().isUp());
            BridgeException failure = TransportEnds.failure(sender.send(TransportEnds.message("m5", "5")));
            restarting.restart();

            assertThat(failure.code()).isEqualTo(FailureCode.CONNECTION_LOST);
            await().atMost(Duration.ofSeconds(60)).until(() -> source.taken().size() >= 8);
            assertThat(Set.copyOf(source.payloads().subList(5, 8))).containsExactlyInAnyOrder("2", "3", "4");
            await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
                TransportEnds.sent(sender.send(TransportEnds.message("m6", "6")));
                return true;
            });
        } finally {
            restarting.close();
        }
    }

    @Test
    void shouldKeepADurableSubscriptionWhileItIsAway() throws Exception {
        String uri = "amqp:topic:news?clientId=reader&durableSubscriptionName=s";
        ends.close(ends.receiveNow(uri, 10).receiver());
        TransportEnds.sent(ends.sender("amqp:topic:news").send(TransportEnds.message("m1", "kept")));

        Source source = ends.receiveNow(uri, 10);

        assertThat(source.take(0).envelope().payload().toText()).isEqualTo("kept");
        assertThat(source.take(0).ack()).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void shouldShareASubscriptionAndObeyASelector() throws Exception {
        String uri = "amqp:topic:work?subscriptionShared=true&subscriptionName=workers&selector=size>1";
        Source left = ends.receiveNow(uri, 100);
        Source right = ends.receiveNow(uri + "&priority=4", 100);
        Sender sender = ends.sender("amqp:topic:work");
        for (int i = 0; i < 20; i++) {
            TransportEnds.sent(sender.send(new OutboundMessage(
                    TransportEnds.envelope("m" + i).headers(Headers.builder().put("size", i % 2 + 1).build()).build(), "")));
        }

        await().until(() -> left.taken().size() + right.taken().size() == 10);
        Set<String> ids = new HashSet<>();
        left.taken().forEach(delivery -> ids.add(delivery.envelope().id()));
        right.taken().forEach(delivery -> ids.add(delivery.envelope().id()));
        assertThat(ids).hasSize(10);
    }

    @Test
    void shouldPassOnWhatOtherClientsOfJmsSend() throws Exception {
        Source source = ends.receiveNow("amqp:queue:jms", 10);
        JmsConnectionFactory factory = new JmsConnectionFactory(broker.amqpUrl());
        try (Connection stranger = factory.createConnection(); Session session = stranger.createSession()) {
            var producer = session.createProducer(session.createQueue("jms"));
            var text = session.createTextMessage("grüße");
            text.setJMSType("greeting");
            producer.send(text);
            producer.send(session.createMessage());
            var map = session.createMapMessage();
            map.setInt("a", 1);
            producer.send(map);
        }

        assertThat(source.take(0).envelope().payload()).isEqualTo(Payload.ofText("grüße"));
        assertThat(source.take(0).envelope().subject()).isEqualTo("greeting");
        assertThat(source.take(0).envelope().id()).startsWith("ID:");
        assertThat(source.take(1).envelope().payload()).isEqualTo(Payload.ABSENT);
        assertThat(source.take(2).defect()).isPresent();
    }

    @Test
    void shouldSendToOtherClientsOfJms() throws Exception {
        TransportEnds.sent(ends.sender("amqp:queue:tojms").send(new OutboundMessage(
                TransportEnds.envelope("m1").subject("greeting").payload(Payload.ofText("hello"))
                        .headers(Headers.builder().put("count", 5).build()).build(),
                "")));

        JmsConnectionFactory factory = new JmsConnectionFactory(broker.amqpUrl());
        try (Connection stranger = factory.createConnection(); Session session = stranger.createSession()) {
            stranger.start();
            var received = session.createConsumer(session.createQueue("tojms")).receive(10_000);

            assertThat(received.getJMSType()).isEqualTo("greeting");
            assertThat(received.getIntProperty("count")).isEqualTo(5);
            assertThat(received.getBody(byte[].class)).asString().isEqualTo("hello");
        }
    }

    /** F11. */
    @Test
    void shouldRunAgainAOneWayMessageWhateverTheTransferOptionsSay() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.getRegistry().bind("broker", new JmsConnectionFactory(broker.amqpUrl()));
            context.getRegistry().bind("deadLetters", DeadLetterStore.class, deadLetters);
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("gobridge:f11?source=amqp:queue:transfer&source.connectionFactory=#broker"
                         + "&source.transferException=true&deadLetter=#deadLetters").process(exchange -> {
                             if (runs.incrementAndGet() == 1) {
                                 throw new IllegalStateException("first run");
                             }
                         });
                }
            });
            context.start();
            sendAll("transfer", 1);

            await().atMost(Duration.ofSeconds(20)).until(() -> runs.get() == 2);
            await().until(() -> broker.messages("transfer") == 0);
        }
        assertThat(deadLetters.entries()).isEmpty();
    }

    /** F24. */
    @Test
    void shouldDeadLetterNothingHoweverOftenItStopsUnderLoad() throws Exception {
        Source dead = ends.receiveNow("amqp:queue:DLQ?selector=restarted='yes'", 10);
        Sender sender = ends.sender("amqp:queue:load");
        for (int i = 0; i < 20; i++) {
            TransportEnds.sent(sender.send(new OutboundMessage(
                    TransportEnds.envelope("m" + i).headers(Headers.builder().put("restarted", "yes").build()).build(), "")));
        }

        for (int stop = 0; stop < 12; stop++) {
            Source source = ends.receiveNow("amqp:queue:load", 5);
            source.take(4);
            assertThat(source.receiver().stop()).succeedsWithin(Duration.ofSeconds(20));
            source.taken().forEach(delivery -> delivery.retry(Duration.ZERO, new IllegalStateException("stopping")));
            ends.close(source.receiver());
        }
        Source last = ends.receiveNow("amqp:queue:load", 30);

        last.take(19);
        assertThat(last.taken()).extracting(Delivery::attempt).containsOnly(1);
        assertThat(dead.taken()).isEmpty();
    }

    private void sendAll(String queue, int count) throws Exception {
        Sender sender = ends.sender("amqp:queue:" + queue);
        for (CompletionStage<Void> sent : IntStream.range(0, count)
                .mapToObj(i -> sender.send(TransportEnds.message("m" + i, String.valueOf(i)))).toList()) {
            TransportEnds.sent(sent);
        }
    }
}
