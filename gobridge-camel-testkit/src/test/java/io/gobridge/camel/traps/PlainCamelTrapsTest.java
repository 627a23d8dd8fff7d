package io.gobridge.camel.traps;

import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.testkit.sqs.QueueDepth;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Proves that the stock components of Camel lose or change messages: the reason why gobridge exists. */
class PlainCamelTrapsTest {

    private static final int MOST_STARTS = 50;

    private static final QueueDepth EMPTY = new QueueDepth(0, 0, 0);

    @RegisterExtension
    static final TrapStage stage = new TrapStage();

    @Nested
    class Loss {

        @Test
        void shouldLoseAMessageWhenItsDeadLetterChannelFails() throws Exception {
            stage.play(Traps.DEAD_LETTER_FAILS, relayWithDeadLetterChannel(Traps.DEAD_LETTER_FAILS));

            stage.awaitSourceEmpty();

            assertThat(stage.depth(stage.target())).isEqualTo(EMPTY);
            assertThat(stage.depth(stage.deadLetters())).isEqualTo(EMPTY);
            assertThat(stage.sqs().door().count("DeleteMessage")).isEqualTo(1);
        }

        @Test
        void shouldPurgeTheTargetWhenAnAttributeOfTheSourceSaysSo() throws Exception {
            stage.sqs().send(stage.target(), "order-0", Map.of());

            stage.play(Traps.PURGE_BY_ATTRIBUTE, relay(Traps.PURGE_BY_ATTRIBUTE));
            stage.awaitSourceEmpty();

            assertThat(stage.sqs().door().count("PurgeQueue")).isEqualTo(1);
            assertThat(stage.sqs().door().count("SendMessage")).isZero();
            assertThat(stage.depth(stage.target())).isEqualTo(EMPTY);
        }

        @Test
        void shouldSendOnlyOnePartOfAFifoBatchSinceAllShareADeduplicationId() throws Exception {
            stage.play(Traps.THREE_PARTS, batchRelay(Traps.THREE_PARTS, fifoBatchUri()));

            stage.awaitSourceEmpty();

            assertThat(stage.sqs().door().countEntries("SendMessageBatch")).isEqualTo(3);
            assertThat(stage.sqs().drain(stage.fifoTarget())).singleElement()
                    .satisfies(message -> assertThat(message.body()).isEqualTo("a"));
        }

        @Test
        void shouldTakeABatchForSentWhenTheBrokerRefusedAnEntry() throws Exception {
            stage.sqs().door().failEntries("SendMessageBatch", entry -> entry.body().equals("b"));

            stage.play(Traps.THREE_PARTS, batchRelay(Traps.THREE_PARTS, batchUri()));
            stage.awaitSourceEmpty();

            assertThat(stage.sqs().door().count("SendMessageBatch")).isEqualTo(1);
            assertThat(stage.bodies(stage.target())).containsExactlyInAnyOrder("a", "c");
        }
    }

    @Nested
    class LossOverAmqp {

        @Test
        void shouldAcceptAnAmqpMessageWhoseRouteFails() throws Exception {
            try (var amqp = new AmqpTrap()) {
                amqp.put("order-1");
                amqp.startFailing(amqp.stock(AmqpTrap.SOURCE));

                await().untilAsserted(() -> assertThat(amqp.received()).containsExactly("order-1"));

                await().untilAsserted(() -> assertThat(amqp.waiting(AmqpTrap.SOURCE)).isZero());
                assertThat(amqp.waiting("DLQ")).isZero();
                assertThat(amqp.received()).containsExactly("order-1");
            }
        }

        @Test
        void shouldRewriteHeaderNamesOnTheAmqpWire() throws Exception {
            try (var amqp = new AmqpTrap()) {
                amqp.startSending(amqp.stock(AmqpTrap.TARGET));

                amqp.send("invoice-1", Map.of("x-bridge.tenant-id", "t1", "due.date", "today"));

                assertThat(amqp.namesInTarget()).contains("x_HYPHEN_bridge_DOT_tenant_HYPHEN_id", "due_DOT_date");
            }
        }
    }

    @Nested
    class LossOverMqtt {

        @Test
        void shouldAcknowledgeAnMqttMessageWhoseRouteFails() throws Exception {
            try (var mqtt = new MqttTrap()) {
                mqtt.failEverything();
                mqtt.start(mqtt.stockSource(""));

                var connection = mqtt.subscribed();
                connection.send(MqttPacket.publish(7, "t", "order-1"));

                assertThat(connection.expect(MqttPacket.Type.PUBACK).packetId()).isEqualTo(7);
            }
        }

        /**
         * It connects and is told later where messages go: which of those before find nobody is a race in the client.
         */
        @Test
        void shouldDropMessagesOfAPersistentSessionThatComeBeforeItListens() throws Exception {
            int missing = 0;

            for (int start = 1; start <= MOST_STARTS && missing == 0; start++) {
                try (var mqtt = new MqttTrap()) {
                    mqtt.start(mqtt.stockSource(""));
                    mqtt.resumed(MqttTrap.KEPT).send(MqttPacket.publish(100, MqttTrap.TOPIC, "behind them"));
                    await().until(() -> mqtt.received().contains("behind them"));

                    missing = MqttTrap.KEPT.size() + 1 - mqtt.received().size();
                }
            }

            assertThat(missing).isPositive();
        }
    }

    @Nested
    class LossOverRabbitMq {

        private static EmbeddedBrokerJ broker;

        @BeforeAll
        static void startBroker() {
            broker = EmbeddedBrokerJ.start();
        }

        @AfterAll
        static void stopBroker() {
            broker.close();
        }

        @Test
        void shouldTakeARabbitMqMessageThatNoQueueGetsForSent() {
            try (var rabbit = new RabbitTrap(broker)) {
                var exchange = rabbit.send(RabbitTrap.stockTarget());

                assertThat(exchange.isFailed()).isFalse();
            }
        }

        @Test
        void shouldAcknowledgeARabbitMqMessageThatIsStillInItsRoute() throws Exception {
            try (var rabbit = new RabbitTrap(broker)) {
                rabbit.receive(RabbitTrap.stockSource());

                await().untilAsserted(() -> assertThat(rabbit.depth()).isZero());
            }
        }
    }

    @Nested
    class OverServiceBus {

        @Test
        void shouldDropSubjectAndMessageId() {
            try (var serviceBus = new ServiceBusTrap()) {
                serviceBus.send(serviceBus.stockEndpoint(), Map.of("CamelAzureServiceBusSubject", "orders.created",
                        "CamelAzureServiceBusMessageId", "m-1", "plant", "P7"));

                var message = serviceBus.arrived();

                assertThat(message.getApplicationProperties()).containsEntry("plant", "P7");
                assertThat(message.getSubject()).isNull();
                assertThat(message.getMessageId()).isNull();
            }
        }

        @Test
        void shouldUseUpAllDeliveriesOfAFailingMessageAtOnce() throws Exception {
            try (var serviceBus = new ServiceBusTrap()) {
                serviceBus.send(serviceBus.stockEndpoint(), Map.of());

                serviceBus.failEverything(serviceBus.stockEndpoint());

                await().until(() -> serviceBus.depth().deadLettered() == 1);
                assertThat(serviceBus.runs()).isEqualTo(10);
                assertThat(serviceBus.abandoned()).as("while no time passed").isEqualTo(10);
            }
        }
    }

    @Nested
    class Duplicates {

        @Test
        void shouldSendAMessageAgainAndAgainWhenItsRouteRemovesHeaders() throws Exception {
            stage.play(Traps.HEADERS_REMOVED, relay(Traps.HEADERS_REMOVED));

            stage.awaitInTarget(2);

            assertThat(stage.sqs().door().count("DeleteMessage")).isPositive();
            assertThat(stage.bodies(stage.target())).hasSizeGreaterThanOrEqualTo(2).containsOnly("order-1");
            assertThat(stage.depth(stage.source()).total()).isEqualTo(1);
        }

        @Test
        void shouldSendAgainToTheGoodTargetWhileAnotherIsDown() throws Exception {
            stage.play(Traps.ONE_TARGET_DOWN, multicastRelay(Traps.ONE_TARGET_DOWN));

            stage.awaitInTarget(2);

            assertThat(stage.bodies(stage.target())).hasSizeGreaterThanOrEqualTo(2).containsOnly("order-1");
        }

        @Test
        void shouldNeverDeliverAMessageWhoseHeaderNameSqsRefuses() throws Exception {
            stage.play(Traps.NAME_WITH_COLON, relay(Traps.NAME_WITH_COLON));

            awaitSecondAttempt();

            assertThat(stage.depth(stage.target())).isEqualTo(EMPTY);
        }

        @Test
        void shouldNeverDeliverAMessageWithAHeaderThatIsNotANumber() throws Exception {
            stage.play(Traps.NOT_A_NUMBER, relay(Traps.NOT_A_NUMBER));

            awaitSecondAttempt();

            assertThat(stage.depth(stage.target())).isEqualTo(EMPTY);
        }
    }

    @Nested
    class Change {

        @Test
        void shouldDropTheLastHeadersByNameAboveTen() throws Exception {
            stage.play(Traps.THIRTEEN_HEADERS, relay(Traps.THIRTEEN_HEADERS));

            stage.awaitInTarget(1);

            assertThat(stage.arrived().messageAttributes()).containsOnlyKeys("amount", "branch", "channel", "currency",
                    "customer", "orderId", "plant", "region", "Subject", "traceparent");
        }

        @Test
        void shouldDropHeadersForThoseThatCamelItselfAddedOnReceive() throws Exception {
            stage.play(Traps.TEN_HEADERS, relay(Traps.TEN_HEADERS, "attributeNames=All"));

            stage.awaitInTarget(1);

            assertThat(stage.arrived().messageAttributes()).hasSize(10)
                    .containsKeys("ApproximateFirstReceiveTimestamp", "ApproximateReceiveCount", "SenderId", "SentTimestamp")
                    .doesNotContainKeys("Subject", "traceparent", "tracestate", Traps.IDEMPOTENCY_KEY);
        }

        @Test
        void shouldReplaceBytesThatAreNoText() throws Exception {
            stage.play(Traps.BINARY_BODY, relay(Traps.BINARY_BODY));

            stage.awaitInTarget(1);

            assertThat(stage.arrived().body()).isEqualTo("%PDF-1.7\n%\uFFFD\uFFFD\uFFFD\uFFFD");
        }

        @Test
        void shouldDropHeadersOfTypesThatItDoesNotKnow() throws Exception {
            stage.play(Traps.HEADER_TYPES, relay(Traps.HEADER_TYPES));

            stage.awaitInTarget(1);

            assertThat(Traps.TYPED_HEADERS).hasSize(4);
            assertThat(stage.arrived().messageAttributes()).isEmpty();
        }

        @Test
        void shouldSendADateAsTextInTheTimeZoneOfTheSender() throws Exception {
            stage.play(Traps.DATE_HEADER, relay(Traps.DATE_HEADER));

            stage.awaitInTarget(1);

            assertThat(stage.arrived().messageAttributes().get("date").stringValue())
                    .isEqualTo(String.valueOf(Date.from(Traps.MOMENT)));
        }
    }

    private static void awaitSecondAttempt() {
        await().until(() -> stage.sqs().door().count("SendMessage") >= 2);
    }

    private static RouteBuilder relay(Trap trap, String... sourceOptions) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(source(sourceOptions)).process(trap.step())
                        .to(stage.sqs().endpointUri(stage.target()));
            }
        };
    }

    private static RouteBuilder relayWithDeadLetterChannel(Trap trap) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(deadLetterChannel("direct:dead-letters"));
                from(source()).process(trap.step())
                        .to(stage.sqs().endpointUri(stage.target()));
                from("direct:dead-letters").errorHandler(noErrorHandler())
                        .throwException(new IllegalStateException("No right to write dead letters"));
            }
        };
    }

    private static RouteBuilder multicastRelay(Trap trap) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(source()).process(trap.step()).multicast().stopOnException()
                        .to(stage.sqs().endpointUri(stage.target())).to("direct:down");
                from("direct:down").errorHandler(noErrorHandler())
                        .throwException(new IllegalStateException("This target is down"));
            }
        };
    }

    private static RouteBuilder batchRelay(Trap trap, String target) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(source()).process(trap.step())
                        .process(exchange -> exchange.getMessage()
                                .setBody(List.of(exchange.getMessage().getBody(String.class).split("\n"))))
                        .to(target);
            }
        };
    }

    /** Polls at once and often, since the stock consumer waits 500 ms between two polls of one message each. */
    private static String source(String... options) {
        var pace = Stream.of("initialDelay=0", "delay=100", "waitTimeSeconds=0");
        return stage.sqs().stockConsumerUri(stage.source(), Stream.concat(pace, Stream.of(options)).toArray(String[]::new));
    }

    private static String fifoBatchUri() {
        return stage.sqs().endpointUri(stage.fifoTarget(), "operation=sendBatchMessage", "messageGroupIdStrategy=useConstant");
    }

    private static String batchUri() {
        return stage.sqs().endpointUri(stage.target(), "operation=sendBatchMessage");
    }
}
