package io.gobridge.camel.amqp091;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import com.rabbitmq.client.MessageProperties;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.Sender;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a RabbitMQ does that one may only do to a node of one's own, with both kinds of queues. */
@Tag("real-brokers")
class RabbitMqNodeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static RabbitNode node;

    private AmqpEnds ends;

    @BeforeAll
    static void startNode() {
        node = RabbitNode.start();
    }

    @AfterAll
    static void stopNode() {
        node.close();
    }

    @BeforeEach
    void open() throws Exception {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            ends = new AmqpEnds(node.port());
            return true;
        });
    }

    @AfterEach
    void close() throws Exception {
        ends.close();
    }

    private void put(int count) throws Exception {
        ends.plain.confirmSelect();
        for (int i = 0; i < count; i++) {
            ends.plain.basicPublish("", ends.name,
                    MessageProperties.PERSISTENT_BASIC.builder().messageId("m" + i).build(), new byte[] { 1 });
        }
        ends.plain.waitForConfirmsOrDie(PATIENCE.toMillis());
    }

    private void queue(String type, Object... more) throws Exception {
        Map<String, Object> arguments = new HashMap<>(Map.of("x-queue-type", type));
        for (int i = 0; i < more.length; i += 2) {
            arguments.put((String) more[i], more[i + 1]);
        }
        ends.queue(arguments);
    }

    private void awaitReady(int messages) {
        // The plain client comes back by itself after a restart, some seconds later.
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> assertThat(ends.ready()).isEqualTo(messages));
    }

    @ParameterizedTest
    @ValueSource(strings = { "classic", "quorum" })
    void shouldGoOnAfterARestartOfTheBroker(String type) throws Exception {
        queue(type);
        put(5);
        Sender sender = ends.sender("default", "routingKey=" + ends.name);
        assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m5", "")))).isNull();
        Receiver receiver = ends.receiver(10, "autoDeclare=false");
        receiver.request(20);
        List<Delivery> before = List.copyOf(ends.awaitDeliveries(6));

        node.restart();

        assertThat(AmqpEnds.failure(before.get(0).ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        ends.awaitWhileTimePasses(() -> assertThat(ends.deliveries).hasSize(12));
        assertThat(ends.deliveries.subList(6, 12)).extracting(delivery -> delivery.envelope().id())
                .containsExactlyInAnyOrder("m0", "m1", "m2", "m3", "m4", "m5");
        ends.deliveries.subList(6, 12).forEach(delivery -> assertThat(AmqpEnds.failure(delivery.ack())).isNull());
        ends.awaitWhileTimePasses(() -> assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m6", "")))).isNull());
        assertThat(ends.awaitDeliveries(13).get(12).envelope().id()).isEqualTo("m6");
        assertThat(AmqpEnds.failure(ends.deliveries.get(12).ack())).isNull();
        receiver.close().toCompletableFuture().join();
        awaitReady(0);
    }

    @ParameterizedTest
    @ValueSource(strings = { "classic", "quorum" })
    void shouldReceiveAgainWhatTheBrokerDidNotWaitFor(String type) throws Exception {
        queue(type);
        put(2);
        Receiver receiver = ends.receiver(10, "autoDeclare=false");
        receiver.request(10);
        Delivery late = ends.awaitDeliveries(2).get(0);

        await().atMost(PATIENCE).until(() -> !receiver.health().isUp());

        assertThat(receiver.health().detail()).contains(ends.name);
        assertThat(AmqpEnds.failure(late.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        ends.awaitWhileTimePasses(() -> assertThat(ends.deliveries).hasSizeGreaterThanOrEqualTo(4));
        List<Delivery> again = ends.deliveries.subList(2, 4);
        assertThat(again).extracting(delivery -> delivery.envelope().id()).containsExactlyInAnyOrder("m0", "m1");
        again.forEach(delivery -> assertThat(AmqpEnds.failure(delivery.ack())).isNull());
        receiver.close().toCompletableFuture().join();
        awaitReady(0);
    }

    @ParameterizedTest
    @ValueSource(strings = { "classic", "quorum" })
    void shouldSayThatTheBrokerBlocksAndGoOnWhenItReadsAgain(String type) throws Exception {
        queue(type);
        Sender sender = ends.sender("default", "routingKey=" + ends.name);
        assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m0", "")))).isNull();

        node.setMemoryLimit("0");
        CompletionStage<Void> unanswered = sender.send(AmqpEnds.message("m1", ""));
        await().atMost(PATIENCE).until(() -> !sender.health().isUp());
        BridgeException refused = AmqpEnds.failure(sender.send(AmqpEnds.message("m2", "")));
        String detail = sender.health().detail();
        node.setMemoryLimit("0.4");

        assertThat(detail).contains("memory");
        assertThat(refused.code()).isEqualTo(FailureCode.BROKER_BUSY);
        assertThat(refused.scope()).isEqualTo(FailureScope.TARGET);
        await().atMost(PATIENCE).until(() -> sender.health().isUp());
        assertThat(AmqpEnds.failure(unanswered)).isNull();
        assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m3", "")))).isNull();
        awaitReady(3);
    }

    @ParameterizedTest
    @ValueSource(strings = { "classic", "quorum" })
    void shouldSayThatAFullQueueRefuses(String type) throws Exception {
        queue(type, "x-max-length", 5, "x-overflow", "reject-publish");
        Sender sender = ends.sender("default", "routingKey=" + ends.name);
        List<BridgeException> refusals = new ArrayList<>();

        // A quorum queue tells its publishers a little later that it is full.
        await().atMost(PATIENCE).until(() -> {
            BridgeException refusal = AmqpEnds.failure(sender.send(AmqpEnds.message("m", "")));
            if (refusal != null) {
                refusals.add(refusal);
            }
            return !refusals.isEmpty();
        });

        assertThat(refusals).allMatch(refusal -> refusal.code() == FailureCode.BROKER_BUSY)
                .allMatch(refusal -> refusal.scope() == FailureScope.TARGET);
    }

    @ParameterizedTest
    @ValueSource(strings = { "classic", "quorum" })
    void shouldSayThatNoQueueGetsAMessage(String type) throws Exception {
        queue(type);
        Sender sender = ends.sender("default", "routingKey=" + ends.name);

        BridgeException elsewhere = AmqpEnds.failure(sender.send(AmqpEnds.message("m0", ends.name + "-elsewhere")));

        assertThat(elsewhere.code()).isEqualTo(FailureCode.NOT_FOUND);
        assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m1", "")))).isNull();
        awaitReady(1);
    }

    /** The broker's limit counts what is given back, whoever gives it back; only quorum queues have one. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 3 })
    void shouldLeaveToTheBrokerWhatCameTooOften(int limit) throws Exception {
        queue("quorum", "x-delivery-limit", limit);
        put(1);
        Receiver receiver = ends.receiver(10, "autoDeclare=false&arg.queue.durable=true&arg.queue.x-queue-type=quorum");
        receiver.request(10);

        for (int run = 0; run <= limit; run++) {
            Delivery delivery = ends.awaitDeliveries(run + 1).get(run);
            assertThat(delivery.attempt()).isEqualTo(run + 1);
            delivery.retry(Duration.ZERO, null).toCompletableFuture().join();
        }

        receiver.close().toCompletableFuture().join();
        awaitReady(0);
        assertThat(ends.deliveries).hasSize(limit + 1);
    }
}
