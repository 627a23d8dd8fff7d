package io.gobridge.camel.traps;

import java.time.Duration;
import java.util.Map;

import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.testkit.sqs.QueueDepth;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Plays the scenarios of {@link PlainCamelTrapsTest} over gobridge, where each ends as its rule says. */
class GoBridgeHasNoTrapsTest {

    private static final QueueDepth EMPTY = new QueueDepth(0, 0, 0);

    @RegisterExtension
    static final TrapStage stage = new TrapStage();

    private final GoBridgeRoutes routes = new GoBridgeRoutes(stage);

    @Nested
    class NoLoss {

        @Test
        void shouldKeepAMessageInItsSourceUntilItsDeadLetterIsWritten() throws Exception {
            routes.refuseDeadLetters();
            stage.play(Traps.DEAD_LETTER_FAILS, routes.relay(Traps.DEAD_LETTER_FAILS));
            await().until(routes::hasRefusedADeadLetter);
            assertThat(stage.depth(stage.source()).total()).as(Traps.DEAD_LETTER_FAILS.rule()).isEqualTo(1);

            routes.takeDeadLetters();
            stage.awaitSourceEmpty();

            assertThat(stage.depth(stage.deadLetters()).total()).isEqualTo(1);
            assertThat(stage.depth(stage.target())).isEqualTo(EMPTY);
        }

        @Test
        void shouldTakeAnOperationInAnAttributeForAnyOtherText() throws Exception {
            stage.sqs().send(stage.target(), "order-0", Map.of());

            stage.play(Traps.PURGE_BY_ATTRIBUTE, routes.relay(Traps.PURGE_BY_ATTRIBUTE));
            stage.awaitSourceEmpty();

            assertThat(stage.sqs().door().count("PurgeQueue")).isZero();
            assertThat(stage.bodies(stage.target())).as(Traps.PURGE_BY_ATTRIBUTE.rule())
                    .containsExactlyInAnyOrder("order-0", "order-1");
        }

        @Test
        void shouldSendEveryPartToAFifoQueueWithItsOwnDeduplicationId() throws Exception {
            stage.play(Traps.THREE_PARTS, routes.splittingRelay(Traps.THREE_PARTS, stage.fifoTarget()));

            stage.awaitSourceEmpty();

            assertThat(stage.bodies(stage.fifoTarget())).as(Traps.THREE_PARTS.rule()).isEqualTo(Traps.PARTS);
        }

        @Test
        void shouldSendAnEntryAgainThatTheBrokerRefused() throws Exception {
            stage.sqs().door().failEntries("SendMessageBatch", entry -> entry.body().equals("b"));
            stage.play(Traps.THREE_PARTS, routes.splittingRelay(Traps.THREE_PARTS, stage.target()));
            await().until(() -> stage.sqs().door().countEntries("SendMessageBatch") >= 3);
            assertThat(stage.depth(stage.source()).total()).isEqualTo(1);

            stage.sqs().door().open();
            stage.awaitSourceEmpty();

            assertThat(stage.bodies(stage.target())).as(Traps.THREE_PARTS.rule()).containsAll(Traps.PARTS);
        }
    }

    @Nested
    class NoLossOverAmqp {

        @Test
        void shouldNotAcceptAnAmqpMessageWhoseRouteFails() throws Exception {
            try (var amqp = new AmqpTrap()) {
                amqp.put("order-1");
                amqp.startFailing(amqp.bridgedSource());

                await().untilAsserted(() -> assertThat(amqp.received()).containsExactly("order-1"));

                amqp.put("order-2");
                await().untilAsserted(() -> assertThat(amqp.received()).containsExactly("order-1", "order-2"));
                assertThat(amqp.waiting(AmqpTrap.SOURCE)).isEqualTo(2);
            }
        }

        @Test
        void shouldKeepHeaderNamesOnTheAmqpWire() throws Exception {
            try (var amqp = new AmqpTrap()) {
                amqp.startSending(amqp.bridgedTarget());

                amqp.send("invoice-1", Map.of("due.date", "today", "A_DOT_B", "x"));

                assertThat(amqp.namesInTarget()).contains("due.date", "A_DOT_B");
            }
        }
    }

    @Nested
    class NoLossOverMqtt {

        @Test
        void shouldNotAcknowledgeAnMqttMessageWhoseRouteFails() throws Exception {
            try (var mqtt = new MqttTrap()) {
                mqtt.failEverything();
                mqtt.start(mqtt.bridgedSource());

                var connection = mqtt.subscribed();
                connection.send(MqttPacket.publish(7, "t", "order-1"));
                await().untilAsserted(() -> assertThat(mqtt.received()).isNotEmpty());

                connection.expectSilence(Duration.ofMillis(500));
            }
        }

        @Test
        void shouldReceiveAllMessagesOfAPersistentSession() throws Exception {
            for (int start = 1; start <= 9; start++) {
                try (var mqtt = new MqttTrap()) {
                    mqtt.start(mqtt.bridgedSource());

                    mqtt.resumed(MqttTrap.KEPT).send(MqttPacket.publish(100, MqttTrap.TOPIC, "behind them"));
                    await().until(() -> mqtt.received().contains("behind them"));

                    assertThat(mqtt.received()).startsWith(MqttTrap.KEPT.toArray(String[]::new))
                            .hasSize(MqttTrap.KEPT.size() + 1);
                }
            }
        }
    }

    @Nested
    class NoLossOverRabbitMq {

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
        void shouldNotTakeARabbitMqMessageThatNoQueueGetsForSent() {
            try (var rabbit = new RabbitTrap(broker)) {
                var exchange = rabbit.send(RabbitTrap.bridgedTarget());

                assertThat(exchange.isFailed()).isTrue();
            }
        }

        @Test
        void shouldNotAcknowledgeARabbitMqMessageThatIsStillInItsRoute() throws Exception {
            try (var rabbit = new RabbitTrap(broker)) {
                rabbit.receive(RabbitTrap.bridgedSource());

                await().during(Duration.ofMillis(500)).untilAsserted(() -> assertThat(rabbit.depth()).isEqualTo(1));
            }
        }
    }

    @Nested
    class NoTrapsOverServiceBus {

        @Test
        void shouldSendSubjectAndMessageId() {
            try (var serviceBus = new ServiceBusTrap()) {
                serviceBus.send(serviceBus.bridgedTarget(), Map.of("CamelGoBridgeSubject", "orders.created",
                        "CamelGoBridgeMessageId", "m-1", "plant", "P7"));

                var message = serviceBus.arrived();

                assertThat(message.getApplicationProperties()).containsEntry("plant", "P7");
                assertThat(message.getSubject()).isEqualTo("orders.created");
                assertThat(message.getMessageId()).isEqualTo("m-1");
            }
        }

        @Test
        void shouldHoldAFailingMessageUntilItsRetryIsDue() throws Exception {
            try (var serviceBus = new ServiceBusTrap()) {
                serviceBus.send(serviceBus.stockEndpoint(), Map.of());

                serviceBus.failEverything(serviceBus.bridgedSource());

                await().until(() -> serviceBus.runs() == 1);
                await().during(Duration.ofMillis(500)).until(() -> serviceBus.runs() == 1 && serviceBus.abandoned() == 0);
                assertThat(serviceBus.depth().locked()).isEqualTo(1);
                assertThat(serviceBus.depth().deadLettered()).isZero();
            }
        }
    }

    @Nested
    class NoDuplicates {

        @Test
        void shouldSettleAMessageWhoseRouteRemovesHeaders() throws Exception {
            stage.play(Traps.HEADERS_REMOVED, routes.relay(Traps.HEADERS_REMOVED));

            stage.awaitSourceEmpty();

            assertThat(stage.bodies(stage.target())).as(Traps.HEADERS_REMOVED.rule()).containsExactly("order-1");
        }

        @Test
        void shouldSendOnceToTheGoodTargetWhileAnotherIsDown() throws Exception {
            routes.takeTargetDown();
            stage.play(Traps.ONE_TARGET_DOWN, routes.fanningRelay(Traps.ONE_TARGET_DOWN));
            await().until(() -> routes.sendsToTheOther() >= 3);

            routes.bringTargetUp();
            stage.awaitSourceEmpty();

            assertThat(stage.bodies(stage.target())).as(Traps.ONE_TARGET_DOWN.rule()).containsExactly("order-1");
            assertThat(routes.acceptedByTheOther()).as(Traps.ONE_TARGET_DOWN.rule()).isEqualTo(1);
            assertThat(stage.depth(stage.deadLetters())).isEqualTo(EMPTY);
        }

        @Test
        void shouldDeliverAMessageWhoseHeaderNameSqsRefuses() throws Exception {
            stage.play(Traps.NAME_WITH_COLON, routes.relayAndBack(Traps.NAME_WITH_COLON));

            var message = routes.next();

            assertThat(message.getHeader("bad:name")).as(Traps.NAME_WITH_COLON.rule()).isEqualTo("value");
        }

        @Test
        void shouldDeliverAMessageWithAHeaderThatIsNotANumber() throws Exception {
            stage.play(Traps.NOT_A_NUMBER, routes.relayAndBack(Traps.NOT_A_NUMBER));

            var message = routes.next();

            assertThat(message.getHeader("reading", Double.class)).as(Traps.NOT_A_NUMBER.rule()).isNaN();
        }
    }

    @Nested
    class NoChange {

        @Test
        void shouldSendTheHeadersOfTheBridgeFirstWhenThereAreMoreThanTen() throws Exception {
            stage.play(Traps.THIRTEEN_HEADERS, routes.relay(Traps.THIRTEEN_HEADERS));

            stage.awaitInTarget(1);

            assertThat(stage.arrived().messageAttributes()).hasSizeLessThanOrEqualTo(10)
                    .containsKeys("Subject", "traceparent", "tracestate", Traps.IDEMPOTENCY_KEY);
        }

        @Test
        void shouldCarryMoreThanTenHeaders() throws Exception {
            stage.play(Traps.THIRTEEN_HEADERS, routes.relayAndBack(Traps.THIRTEEN_HEADERS));

            var message = routes.next();

            assertThat(message.getHeaders()).as(Traps.THIRTEEN_HEADERS.rule())
                    .containsEntry("CamelGoBridgeSubject", "orders.created")
                    .containsEntry("CamelGoBridgeIdempotencyKey", "order-1").containsEntry("tracestate", "vendor=1")
                    .containsEntry("amount", "value of amount").containsEntry("orderId", "value of orderId")
                    .containsEntry("plant", "P7").containsEntry("region", "EU").containsEntry("zone", "Z1");
        }

        @Test
        void shouldAddNoHeadersOfItsOwnThatPushOutThoseOfTheMessage() throws Exception {
            stage.play(Traps.TEN_HEADERS, routes.relay(Traps.TEN_HEADERS));

            stage.awaitInTarget(1);

            assertThat(stage.arrived().messageAttributes()).as(Traps.TEN_HEADERS.rule())
                    .containsKeys("Subject", "traceparent", "tracestate", Traps.IDEMPOTENCY_KEY)
                    .doesNotContainKeys("ApproximateReceiveCount", "SenderId", "SentTimestamp");
        }

        @Test
        void shouldCarryBytesThatAreNoText() throws Exception {
            stage.play(Traps.BINARY_BODY, routes.relayAndBack(Traps.BINARY_BODY));

            var message = routes.next();

            assertThat(message.getBody(byte[].class)).as(Traps.BINARY_BODY.rule()).isEqualTo(Traps.BINARY);
        }

        @Test
        void shouldCarryHeadersWithTheirTypes() throws Exception {
            stage.play(Traps.HEADER_TYPES, routes.relayAndBack(Traps.HEADER_TYPES));

            var message = routes.next();

            assertThat(message.getHeaders()).as(Traps.HEADER_TYPES.rule()).containsAllEntriesOf(Traps.TYPED_HEADERS);
        }

        @Test
        void shouldCarryADateAsAPointInTime() throws Exception {
            stage.play(Traps.DATE_HEADER, routes.relayAndBack(Traps.DATE_HEADER));

            var message = routes.next();

            assertThat(message.getHeader("date")).as(Traps.DATE_HEADER.rule()).isEqualTo(Traps.MOMENT);
        }
    }
}
