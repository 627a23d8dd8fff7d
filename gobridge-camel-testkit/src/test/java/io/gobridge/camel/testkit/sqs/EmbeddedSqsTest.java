package io.gobridge.camel.testkit.sqs;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class EmbeddedSqsTest {

    private static EmbeddedSqs unit;

    @BeforeAll
    static void start() {
        unit = EmbeddedSqs.start();
    }

    @AfterAll
    static void stop() {
        unit.close();
    }

    @Test
    void shouldGiveBackWhatWasSentWithAllAttributes() {
        unit.createQueue("attributes");
        var subject = MessageAttributeValue.builder().dataType("String").stringValue("orders.created").build();

        unit.send("attributes", "hello", Map.of("Subject", subject));

        assertThat(unit.drain("attributes")).singleElement().satisfies(message -> {
            assertThat(message.body()).isEqualTo("hello");
            assertThat(message.messageAttributes()).containsEntry("Subject", subject);
            assertThat(message.attributesAsStrings()).containsEntry("ApproximateReceiveCount", "1");
        });
        assertThat(unit.depth("attributes").isEmpty()).isTrue();
    }

    @Test
    void shouldShowReceivedMessagesAsNotVisibleUntilTheirTimeoutEnds() {
        unit.createQueue("timeout", Duration.ofSeconds(1));
        unit.send("timeout", "hello", Map.of());

        unit.client().receiveMessage(request -> request.queueUrl(unit.url("timeout")));

        assertThat(unit.depth("timeout")).isEqualTo(new QueueDepth(0, 1, 0));
        await().untilAsserted(() -> assertThat(unit.depth("timeout")).isEqualTo(new QueueDepth(1, 0, 0)));
    }

    @Test
    void shouldCarryAStockCamelRoute() throws Exception {
        unit.createQueue("stock-in").createQueue("stock-out");
        unit.send("stock-in", "hello", Map.of());

        try (var camel = new DefaultCamelContext()) {
            camel.addRoutes(relay(unit.stockConsumerUri("stock-in"), unit.endpointUri("stock-out")));
            camel.start();
            await().until(() -> unit.depth("stock-out").visible() == 1);
        }

        assertThat(unit.drain("stock-out")).extracting(Message::body).containsExactly("hello");
    }

    @Test
    void shouldKeepQueuesAndOrderWhenKilledAndRestarted() {
        unit.createQueue("orders.fifo");
        var bodies = IntStream.range(0, 20).mapToObj(String::valueOf).toList();
        bodies.forEach(body -> sendToFifo("orders.fifo", body));

        unit.kill();
        assertThatThrownBy(() -> unit.depth("orders.fifo")).isInstanceOf(SdkClientException.class);
        unit.restart();

        assertThat(unit.drain("orders.fifo")).extracting(Message::body).isEqualTo(bodies);
    }

    @Test
    void shouldLetAStockRouteGoOnAfterARestart() throws Exception {
        unit.createQueue("mid-in", Duration.ofSeconds(1)).createQueue("mid-out");
        var bodies = IntStream.range(0, 100).mapToObj(String::valueOf).toList();
        bodies.forEach(body -> unit.send("mid-in", body, Map.of()));

        try (var camel = new DefaultCamelContext()) {
            camel.addRoutes(relay(unit.stockConsumerUri("mid-in", "greedy=true", "maxMessagesPerPoll=10"),
                    unit.endpointUri("mid-out")));
            camel.start();
            await().until(() -> unit.door().count("SendMessage") >= 10);
            unit.kill();
            unit.restart();
            await().until(() -> unit.depth("mid-in").isEmpty());
        }

        assertThat(unit.drain("mid-out")).extracting(Message::body).containsAll(bodies);
    }

    private static RouteBuilder relay(String source, String target) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(source).to(target);
            }
        };
    }

    private static void sendToFifo(String queue, String body) {
        unit.client().sendMessage(request -> request.queueUrl(unit.url(queue)).messageBody(body).messageGroupId("one")
                .messageDeduplicationId(body));
    }
}
