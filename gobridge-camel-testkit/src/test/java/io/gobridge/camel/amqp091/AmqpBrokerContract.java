package io.gobridge.camel.amqp091;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.GetResponse;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.Sender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the transport does on the wire, with whatever broker speaks AMQP 0-9-1. */
abstract class AmqpBrokerContract {

    AmqpEnds ends;

    abstract int port();

    @BeforeEach
    void open() throws Exception {
        ends = new AmqpEnds(port());
        ends.queue(Map.of());
    }

    @AfterEach
    void close() throws Exception {
        ends.close();
    }

    /** Returns how many messages in the queue are not handed over. */
    int ready() {
        return ends.ready();
    }

    void awaitReady(int messages) {
        await().untilAsserted(() -> assertThat(ready()).isEqualTo(messages));
    }

    @Test
    void shouldShowAPlainClientTheExactNames() throws Exception {
        Envelope sent = Envelope.withId("m1").subject("orders.created").payload(Payload.ofText("hello"))
                .createdAt(ends.clock.instant())
                .headers(Headers.of(Map.of("some-header.with_all", 5L, "gross", true))).build();

        send(sent);

        GetResponse wire = ends.take(ends.name);
        assertThat(wire.getBody()).asString().isEqualTo("hello");
        assertThat(wire.getProps().getMessageId()).isEqualTo("m1");
        assertThat(wire.getProps().getDeliveryMode()).isEqualTo(2);
        Map<String, Object> headers = new HashMap<>(wire.getProps().getHeaders());
        headers.replaceAll((name, value) -> value instanceof Long || value instanceof Boolean ? value : value.toString());
        assertThat(headers).containsEntry("some-header.with_all", 5L).containsEntry("gross", true)
                .containsEntry("gobridge.subject", "orders.created");
    }

    @Test
    void shouldBlameTheTargetForAnExchangeThatIsNotThereAndGoOnWhenItIs() throws Exception {
        String exchange = ends.name + "-exchange";
        Sender sender = ends.sender(exchange, "routingKey=k");

        BridgeException failure = AmqpEnds.failure(sender.send(AmqpEnds.message("m1", "")));

        assertThat(failure.code()).isEqualTo(FailureCode.NOT_FOUND);
        assertThat(failure.scope()).isEqualTo(FailureScope.TARGET);
        ends.plain.exchangeDeclare(exchange, "direct", true);
        ends.plain.queueBind(ends.name, exchange, "k");
        ends.awaitWhileTimePasses(() -> assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m2", "")))).isNull());
        assertThat(ends.take(ends.name).getProps().getMessageId()).isEqualTo("m2");
        ends.plain.exchangeDelete(exchange);
    }

    @Test
    void shouldRefuseHeadersThatNoFrameHoldsAndSendTheOthers() throws Exception {
        Sender sender = ends.sender("default", "routingKey=" + ends.name);
        Envelope wide = Envelope.withId("wide").createdAt(ends.clock.instant())
                .headers(Headers.of(Map.of("wide", "x".repeat(500_000)))).build();

        CompletionStage<Void> before = sender.send(AmqpEnds.message("before", ""));
        CompletionStage<Void> refused = sender.send(new OutboundMessage(wide, ""));
        CompletionStage<Void> after = sender.send(AmqpEnds.message("after", ""));

        assertThat(AmqpEnds.failure(refused).code()).isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
        assertThat(AmqpEnds.failure(before)).isNull();
        assertThat(AmqpEnds.failure(after)).isNull();
        assertThat(ready()).isEqualTo(2);
    }

    /** F9. */
    @Test
    void shouldNotConfirmWhatACutMayHaveLost() throws Exception {
        Sender sender = ends.sender("default", "routingKey=" + ends.name);
        assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m0", "")))).isNull();
        Set<String> confirmed = new HashSet<>();
        Set<String> open = new HashSet<>(IntStream.range(0, 100).mapToObj(i -> "m" + i).toList());

        confirmed.addAll(sendAll(sender, open, true));
        assertThat(confirmed).hasSizeLessThanOrEqualTo(50);
        ends.network.mend();
        ends.awaitWhileTimePasses(() -> {
            open.removeAll(confirmed);
            confirmed.addAll(sendAll(sender, open, false));
            assertThat(confirmed).hasSize(100);
        });

        Set<String> arrived = new HashSet<>();
        await().untilAsserted(() -> {
            for (GetResponse each = ends.plain.basicGet(ends.name, true);
                 each != null;
                 each = ends.plain.basicGet(ends.name, true)) {
                arrived.add(each.getProps().getMessageId());
            }
            assertThat(arrived).hasSize(100);
        });
    }

    @Test
    void shouldNotHandOverMoreThanWasRequestedAndGiveBackTheRestOnStop() throws Exception {
        put(10);
        Receiver receiver = ends.receiver(10, "autoDeclare=false");
        receiver.request(3);
        ends.awaitDeliveries(3);

        receiver.stop().toCompletableFuture().join();

        awaitReady(7);
        ends.deliveries.forEach(delivery -> delivery.ack().toCompletableFuture().join());
        receiver.close().toCompletableFuture().join();
        awaitReady(7);
        assertThat(ends.deliveries).hasSize(3);
    }

    @Test
    void shouldKeepNoMoreThanMaxInFlightAwayFromOthers() throws Exception {
        put(10);
        Receiver receiver = ends.receiver(4, "autoDeclare=false");

        receiver.request(4);

        ends.awaitDeliveries(4);
        assertThat(ready()).isEqualTo(6);
    }

    @Test
    void shouldTakeAcknowledgementsInAnyOrderFromAnyThread() throws Exception {
        put(500);
        Receiver receiver = ends.receiver(500, "autoDeclare=false");
        receiver.request(501);
        List<Delivery> shuffled = new ArrayList<>(ends.awaitDeliveries(500));
        Collections.shuffle(shuffled, new Random(1));
        ExecutorService threads = Executors.newFixedThreadPool(8);

        List<CompletableFuture<Void>> acks = shuffled.stream()
                .map(delivery -> CompletableFuture.runAsync(() -> delivery.ack().toCompletableFuture().join(), threads))
                .toList();

        acks.forEach(CompletableFuture::join);
        threads.shutdown();
        put(1);
        ends.awaitDeliveries(501).get(500).ack().toCompletableFuture().join();
        receiver.close().toCompletableFuture().join();
        assertThat(ready()).isZero();
        assertThat(receiver.health().detail()).isEqualTo("stopped");
    }

    /** F28. */
    @Test
    void shouldSettleOnceOnTheWire() throws Exception {
        put(2);
        Receiver receiver = ends.receiver(10, "autoDeclare=false");
        receiver.request(2);
        Delivery first = ends.awaitDeliveries(2).get(0);

        first.ack().toCompletableFuture().join();

        assertThat(AmqpEnds.failure(first.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(AmqpEnds.failure(first.retry(Duration.ZERO, null)).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(AmqpEnds.failure(first.reject(null)).code()).isEqualTo(FailureCode.LOCK_LOST);
        ends.deliveries.get(1).ack().toCompletableFuture().join();
        assertThat(receiver.health().isUp()).isTrue();
        receiver.close().toCompletableFuture().join();
        assertThat(ready()).isZero();
    }

    @Test
    void shouldLoseTheLockWithTheConnectionAndGetTheMessageAgain() throws Exception {
        put(1);
        Receiver receiver = ends.receiver(10, "autoDeclare=false");
        receiver.request(10);
        Delivery first = ends.awaitDeliveries(1).get(0);

        ends.network.sever();
        await().until(() -> !receiver.health().isUp());

        assertThat(AmqpEnds.failure(first.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        ends.network.mend();
        ends.awaitWhileTimePasses(() -> assertThat(ends.deliveries).hasSize(2));
        Delivery second = ends.deliveries.get(1);
        assertThat(second.envelope().id()).isEqualTo(first.envelope().id());
        assertThat(second.envelope().headers().get("amqp091.redelivered")).contains(true);
        assertThat(receiver.health().isUp()).isTrue();
        second.ack().toCompletableFuture().join();
        receiver.close().toCompletableFuture().join();
        assertThat(ready()).isZero();
    }

    @Test
    void shouldDeclareWhatTheEndpointSays() throws Exception {
        ends.plain.queueDelete(ends.name);
        Receiver receiver = ends.receiver(10, "arg.queue.durable=true");
        receiver.request(10);

        put(1);

        ends.awaitDeliveries(1);
    }

    @Test
    void shouldSayThatTheBrokerBlocksTheConnection() throws Exception {
        Sender sender = ends.sender("default", "routingKey=" + ends.name);
        assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m1", "")))).isNull();

        ends.network.say(AmqpFrames.blocked("low on memory"));

        await().until(() -> !sender.health().isUp());
        assertThat(sender.health().detail()).contains("blocks").contains("low on memory");
        BridgeException busy = AmqpEnds.failure(sender.send(AmqpEnds.message("m2", "")));
        assertThat(busy.code()).isEqualTo(FailureCode.BROKER_BUSY);
        assertThat(busy.scope()).isEqualTo(FailureScope.TARGET);
        Sender late = ends.sender("default", "routingKey=" + ends.name);
        assertThat(AmqpEnds.failure(late.send(AmqpEnds.message("m2", ""))).code()).isEqualTo(FailureCode.BROKER_BUSY);
        assertThat(late.health().detail()).as("on the same connection").contains("low on memory");
        ends.network.say(AmqpFrames.unblocked());
        await().until(() -> sender.health().isUp());
        ends.awaitWhileTimePasses(() -> assertThat(late.health().isUp()).isTrue());
        assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m3", "")))).isNull();
        assertThat(ready()).isEqualTo(2);
    }

    void send(Envelope message) {
        assertThat(AmqpEnds.failure(ends.sender("default", "routingKey=" + ends.name).send(new OutboundMessage(message, ""))))
                .isNull();
    }

    void put(int count) throws Exception {
        ends.plain.confirmSelect();
        for (int i = 0; i < count; i++) {
            ends.plain.basicPublish("", ends.name,
                    new BasicProperties.Builder().messageId("m" + i).deliveryMode(2).build(), new byte[0]);
        }
        ends.plain.waitForConfirmsOrDie(60_000);
    }

    private List<String> sendAll(Sender sender, Set<String> ids, boolean isSevered) {
        Map<String, CompletionStage<Void>> sent = new HashMap<>();
        ids.forEach(id -> {
            sent.put(id, sender.send(AmqpEnds.message(id, "")));
            if (isSevered && sent.size() == 50) {
                ends.network.sever();
                await().until(() -> !sender.health().isUp());
            }
        });
        return sent.entrySet().stream().filter(each -> AmqpEnds.failure(each.getValue()) == null).map(Map.Entry::getKey)
                .toList();
    }
}
