package io.gobridge.camel.amqp091;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.rabbitmq.client.GetResponse;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.Sender;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The transport with a RabbitMQ that listens on 127.0.0.1:5672 and knows the user guest. */
@Tag("real-brokers")
class RabbitMqTest extends AmqpBrokerContract {

    @Override
    int port() {
        return 5672;
    }

    @Test
    void shouldBlameTheTargetWhenNoQueueGetsAMessageAndTheMessageWhenItBroughtTheKey() {
        Sender sender = ends.sender("default", "routingKey=" + ends.name + "-nobody");

        CompletionStage<Void> nobody = sender.send(AmqpEnds.message("m1", ""));
        CompletionStage<Void> somebody = sender.send(AmqpEnds.message("m1", ends.name));
        CompletionStage<Void> addressed = sender.send(AmqpEnds.message("m1", ends.name + "-elsewhere"));

        assertThat(AmqpEnds.failure(nobody).code()).isEqualTo(FailureCode.NOT_FOUND);
        assertThat(AmqpEnds.failure(nobody).scope()).isEqualTo(FailureScope.TARGET);
        assertThat(AmqpEnds.failure(somebody)).isNull();
        assertThat(AmqpEnds.failure(addressed).code()).isEqualTo(FailureCode.NOT_FOUND);
        assertThat(AmqpEnds.failure(addressed).scope()).isEqualTo(FailureScope.MESSAGE);
        assertThat(ready()).isEqualTo(1);
    }

    @Test
    void shouldBeDownWhileTheQueueIsGoneAndGoOnWhenItIsBack() throws Exception {
        Receiver receiver = ends.receiver(10, "autoDeclare=false");
        receiver.request(10);

        ends.plain.queueDelete(ends.name);

        await().until(() -> !receiver.health().isUp());
        assertThat(receiver.health().detail()).contains(ends.name);
        ends.queue(Map.of());
        put(1);
        ends.awaitWhileTimePasses(() -> assertThat(ends.deliveries).hasSize(1));
        assertThat(receiver.health().isUp()).isTrue();
    }

    /** F18. */
    @Test
    void shouldSayThatAFullQueueRefuses() throws Exception {
        ends.plain.queueDelete(ends.name);
        ends.queue(Map.of("x-max-length", 5, "x-overflow", "reject-publish"));
        Sender sender = ends.sender("default", "routingKey=" + ends.name);

        List<BridgeException> failures = IntStream.range(0, 20).mapToObj(i -> sender.send(AmqpEnds.message("m" + i, "")))
                .toList().stream().map(AmqpEnds::failure).toList();

        List<BridgeException> refused = failures.stream().filter(failure -> failure != null).toList();
        assertThat(refused).isNotEmpty().allMatch(failure -> failure.code() == FailureCode.BROKER_BUSY);
        assertThat(20 - refused.size()).as("confirmed").isEqualTo(ready());
    }

    @Test
    void shouldCountWhatAQuorumQueueHandsOverAgain() throws Exception {
        ends.plain.queueDelete(ends.name);
        ends.queue(Map.of("x-queue-type", "quorum"));
        put(1);
        Receiver receiver = ends.receiver(10, "arg.queue.durable=true&arg.queue.x-queue-type=quorum");
        receiver.request(3);
        Delivery first = ends.awaitDeliveries(1).get(0);

        first.retry(Duration.ZERO, null).toCompletableFuture().join();
        ends.awaitDeliveries(2).get(1).retry(Duration.ZERO, null).toCompletableFuture().join();

        assertThat(ends.awaitDeliveries(3)).extracting(Delivery::attempt).containsExactly(1, 2, 3);
        assertThat(receiver.capabilities().countsAttempts()).isTrue();
    }

    /** F24. */
    @Test
    void shouldNotDeadLetterWhatAStopGivesBack() throws Exception {
        deadLettering("x-queue-type", "quorum", "x-delivery-limit", 1);
        put(10);
        Receiver receiver = ends.receiver(10, "autoDeclare=false");
        receiver.request(4);
        ends.awaitDeliveries(4);

        receiver.stop().toCompletableFuture().join();
        ends.deliveries.forEach(delivery -> delivery.retry(Duration.ZERO, null).toCompletableFuture().join());
        receiver.close().toCompletableFuture().join();

        awaitReady(10);
        assertThat(ends.plain.basicGet(ends.name + "-dead", true)).isNull();
        ends.plain.queueDelete(ends.name + "-dead");
    }

    @Test
    void shouldRejectToTheDeadLettersOfTheQueueAndNotSendOnWhatTheBrokerSaysOfThem() throws Exception {
        deadLettering();
        put(1);
        Receiver receiver = ends.receiver(10, "autoDeclare=false");
        receiver.request(1);

        ends.awaitDeliveries(1).get(0).reject(null).toCompletableFuture().join();

        GetResponse dead = ends.take(ends.name + "-dead");
        assertThat(dead.getProps().getMessageId()).isEqualTo("m0");
        assertThat(dead.getProps().getHeaders()).containsKey("x-death");
        ends.plain.basicPublish("", ends.name, dead.getProps(), dead.getBody());
        receiver.request(1);
        Delivery again = ends.awaitDeliveries(2).get(1);
        assertThat(again.envelope().headers().contains("x-death")).isTrue();
        ends.sender("default", "routingKey=" + ends.name + "-dead").send(new OutboundMessage(again.envelope(), ""))
                .toCompletableFuture().join();
        assertThat(ends.take(ends.name + "-dead").getProps().getHeaders()).doesNotContainKey("x-death");
        ends.plain.queueDelete(ends.name + "-dead");
    }

    @Test
    void shouldNotSpendTheDeliveryLimitOnRetriesThatAreHeld() throws Exception {
        deadLettering("x-queue-type", "quorum", "x-delivery-limit", 2);
        AtomicInteger runs = new AtomicInteger();
        put(1);

        try (DefaultCamelContext camel = ends.camel()) {
            camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("gobridge:in?source=spring-rabbitmq:default&source.connectionFactory=#amqp&source.autoDeclare=false"
                         + "&source.queues=" + ends.name + "&deadLetter=#deadLetters&maxReplayAttempts=20"
                         + "&backoff.initial=10ms&backoff.max=20ms").process(exchange -> {
                             if (runs.incrementAndGet() <= 10) {
                                 throw new IllegalStateException("The target is not ready");
                             }
                         });
                }
            });
            camel.start();
            await().untilAsserted(() -> assertThat(runs).hasValue(11));
        }

        assertThat(ready()).isZero();
        assertThat(ends.plain.basicGet(ends.name + "-dead", true)).isNull();
        ends.plain.queueDelete(ends.name + "-dead");
    }

    @Test
    void shouldPutAsideWhatWaitsLong() throws Exception {
        put(1);
        Receiver receiver = ends.receiver(10, "autoDeclare=false");
        receiver.request(10);
        Delivery first = ends.awaitDeliveries(1).get(0);
        assertThat(first.capabilities().carries(Duration.ofMinutes(21))).isTrue();
        assertThat(first.capabilities().carries(Duration.ofMinutes(19))).as("held").isFalse();

        first.retry(Duration.ofSeconds(2), null).toCompletableFuture().join();

        Delivery second = ends.awaitDeliveries(2).get(1);
        assertThat(second.envelope().id()).isEqualTo("m0");
        assertThat(second.envelope().headers().text("x-first-death-queue")).contains("gobridge.retry." + ends.name + ".2");
        assertThat(second.envelope().headers().text("x-first-death-reason")).contains("expired");
        second.ack().toCompletableFuture().join();
        receiver.close().toCompletableFuture().join();
        assertThat(ready()).isZero();
        ends.plain.queueDelete("gobridge.retry." + ends.name + ".2");
    }

    @Test
    void shouldPutAsideWhatTheBrokerWouldNotWaitFor() throws Exception {
        put(2);
        Receiver receiver = ends.receiver(10, "autoDeclare=false&arg.consumer.x-consumer-timeout=60000");
        receiver.request(10);
        Delivery first = ends.awaitDeliveries(2).get(0);
        assertThat(first.capabilities().lockWindow()).isEqualTo(Duration.ofMinutes(1));

        ends.clock.advance(Duration.ofSeconds(20));
        assertThat(AmqpEnds.failure(first.extend(ends.clock.instant().plusSeconds(60)))).as("there is time").isNull();
        ends.clock.advance(Duration.ofSeconds(20));
        BridgeException lost = AmqpEnds.failure(first.extend(ends.clock.instant().plusSeconds(60)));

        assertThat(lost.code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(ends.awaitDeliveries(3).get(2).envelope().id()).isEqualTo("m0");
        ends.deliveries.get(1).ack().toCompletableFuture().join();
        ends.deliveries.get(2).ack().toCompletableFuture().join();
        receiver.close().toCompletableFuture().join();
        assertThat(ready()).as("the others' lock is not lost").isZero();
        ends.plain.queueDelete("gobridge.retry." + ends.name + ".1");
    }

    @Test
    void shouldBeBlamedForAPasswordThatIsWrong() {
        Sender sender = ends.sender("default", "routingKey=" + ends.name);
        ends.changePassword("wrong");

        BridgeException failure = AmqpEnds.failure(sender.send(AmqpEnds.message("m1", "")));

        assertThat(failure.code()).isEqualTo(FailureCode.NOT_AUTHORIZED);
        assertThat(failure.scope()).isEqualTo(FailureScope.TARGET);
        assertThat(failure.getMessage()).doesNotContain("wrong");
        ends.changePassword("guest");
        ends.awaitWhileTimePasses(() -> assertThat(AmqpEnds.failure(sender.send(AmqpEnds.message("m2", "")))).isNull());
    }

    private void deadLettering(Object... more) throws Exception {
        ends.plain.queueDelete(ends.name);
        ends.plain.queueDeclare(ends.name + "-dead", true, false, false, Map.of());
        Map<String, Object> arguments = new HashMap<>(
                Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", ends.name + "-dead"));
        for (int i = 0; i < more.length; i += 2) {
            arguments.put((String) more[i], more[i + 1]);
        }
        ends.queue(arguments);
    }
}
