package io.gobridge.camel.servicebus;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.servicebus.ServiceBusEnds.Source;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.transport.OutboundMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.gobridge.camel.servicebus.ServiceBusEnds.done;
import static io.gobridge.camel.servicebus.ServiceBusEnds.envelope;
import static org.assertj.core.api.Assertions.assertThat;

/** From bridge to bridge, and from strangers, over the wire. */
class ServiceBusMappingTest {

    private static final String Q = "orders";

    private final ServiceBusEmulator emulator = ServiceBusEmulator.start().createQueue(Q);
    private final ServiceBusEnds ends = new ServiceBusEnds(emulator);

    @AfterEach
    void close() {
        ends.close();
        emulator.close();
    }

    private Envelope roundTrip(Envelope envelope) {
        done(ends.target(Q).send(new OutboundMessage(envelope, "")));
        Delivery delivery = ends.receive(Q, 1).take(0);
        assertThat(delivery.defect()).isEmpty();
        return delivery.envelope();
    }

    private Delivery fromStranger(ServiceBusMessage message) {
        try (ServiceBusSenderClient client = new ServiceBusClientBuilder().connectionString(emulator.connectionString())
                .sender().queueName(Q).buildClient()) {
            client.sendMessage(message);
        }
        return ends.receive(Q, 1).take(0);
    }

    @Test
    void shouldBringBackEveryTypeOfHeader() {
        Map<String, Object> headers = new LinkedHashMap<>();
        headers.put("text", "snow ☃");
        headers.put("empty", "");
        headers.put("null", null);
        headers.put("boolean", false);
        headers.put("byte", (byte) 7);
        headers.put("short", (short) 700);
        headers.put("int", 70_000);
        headers.put("long", 1L << 40);
        headers.put("float", 0.25f);
        headers.put("double", Double.NaN);
        headers.put("decimal", new BigDecimal("1.10"));
        headers.put("big", BigInteger.TWO.pow(100));
        headers.put("instant", Instant.parse("2026-01-01T12:00:00.123456789Z"));
        headers.put("uuid", UUID.randomUUID());
        headers.put("list", List.of(1L, "two", Map.of("three", 3)));
        headers.put("map", Map.of("nested", List.of(true)));
        headers.put("half \uD800 a pair", "name");
        headers.put("value", "half \uD800 a pair");
        headers.put("gobridge.subject", "named like a field");
        headers.put("servicebus.content-type", 42);
        headers.put("a:b/c d", "odd name");

        Headers arrived = roundTrip(envelope("m").headers(Headers.of(headers)).build()).headers();

        assertThat(arrived.without(name -> name.equals("servicebus.sequence-number"))).isEqualTo(Headers.of(headers));
    }

    @Test
    void shouldBringBackBytes() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }

        Envelope arrived = roundTrip(envelope("m").payload(Payload.copyOf(all))
                .headers(Headers.builder().put("bytes", all).build()).build());

        assertThat(arrived.payload().toBytes()).isEqualTo(all);
        assertThat(arrived.headers().get("bytes")).contains(all);
    }

    @Test
    void shouldTellNoPayloadFromAnEmptyOne() {
        assertThat(roundTrip(envelope("m").payload(Payload.ABSENT).build()).payload().isAbsent()).isTrue();
    }

    @Test
    void shouldBringBackTheEnvelope() {
        Instant expiry = Instant.ofEpochMilli(System.currentTimeMillis() + 600_000);
        Envelope envelope = envelope("m").subject("orders.created").expiresAt(expiry)
                .identity(new Identity("effect-1", "dedup-1", "key-1")).build();

        Envelope arrived = roundTrip(envelope);

        assertThat(arrived.toBuilder().headers(Headers.empty()).build()).isEqualTo(envelope);
    }

    @Test
    void shouldBringBackWhatIsTooLongForItsProperty() {
        String longText = "x".repeat(300);
        Envelope envelope = Envelope.withId(longText + "id").payload(Payload.ofText("p")).createdAt(Instant.EPOCH)
                .identity(new Identity(longText, longText + "dedup", longText + "key")).build();

        Envelope arrived = roundTrip(envelope);

        assertThat(arrived.id()).isEqualTo(envelope.id());
        assertThat(arrived.identity()).isEqualTo(envelope.identity());
    }

    @Test
    void shouldKeepAPartitionKeyThatTheSessionLeavesNoRoomFor() {
        Headers headers = Headers.builder().put("servicebus.partition-key", "elsewhere").build();

        Envelope arrived = roundTrip(
                envelope("m").headers(headers).identity(Identity.NONE.withOrderingKey("session")).build());

        assertThat(arrived.headers().text("servicebus.partition-key")).contains("elsewhere");
        assertThat(arrived.identity().orderingKey()).isEqualTo("session");
    }

    @Test
    void shouldReadAStrangersMessage() {
        ServiceBusMessage message = new ServiceBusMessage("payload").setMessageId("s-1").setSubject("news")
                .setSessionId("session-1").setContentType("text/plain").setCorrelationId("c-1").setReplyTo("answers");
        OffsetDateTime time = OffsetDateTime.parse("2026-01-01T12:00:00Z");
        message.getApplicationProperties()
                .putAll(Map.of("X-Bridge.Idempotency-Key", "effect-1", "time", time, "letter", 'c'));

        Delivery delivery = fromStranger(message);

        Envelope envelope = delivery.envelope();
        assertThat(delivery.identity()).isEqualTo(IdentityKind.STABLE);
        assertThat(envelope.id()).isEqualTo("s-1");
        assertThat(envelope.subject()).isEqualTo("news");
        assertThat(envelope.identity()).isEqualTo(new Identity("effect-1", "", "session-1"));
        assertThat(envelope.headers().toMap()).containsEntry("servicebus.content-type", "text/plain")
                .containsEntry("servicebus.correlation-id", "c-1").containsEntry("servicebus.reply-to", "answers")
                .containsEntry("time", time.toInstant()).containsEntry("letter", "c");
    }

    @Test
    void shouldMintAnIdForAMessageWithoutOne() {
        Delivery delivery = fromStranger(new ServiceBusMessage("payload"));

        assertThat(delivery.identity()).isEqualTo(IdentityKind.GENERATED);
        assertThat(delivery.envelope().id()).isNotEmpty();
    }

    @Test
    void shouldReadATextThatAJmsClientSends() {
        AmqpMessageBody text = AmqpMessageBody.fromValue("snow ☃");

        Delivery delivery = fromStranger(new ServiceBusMessage(text));

        assertThat(delivery.envelope().payload().toText()).isEqualTo("snow ☃");
    }

    @Test
    void shouldCallAMessageUndecodableWhoseBodyHasNoBytes() {
        AmqpMessageBody list = AmqpMessageBody.fromSequence(List.of(1, 2, 3));

        Delivery delivery = fromStranger(new ServiceBusMessage(list).setMessageId("odd"));

        assertThat(delivery.defect()).map(BridgeException::code).contains(FailureCode.INVALID_PAYLOAD);
        assertThat(delivery.envelope().id()).isEqualTo("odd");
    }

    @Test
    void shouldCallAMessageUndecodableWhoseMetadataIsBroken() {
        ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromString("raw")).setMessageId("odd");
        message.getApplicationProperties().put("gobridge.meta", "{\"unknown\":1}");

        Delivery delivery = fromStranger(message);

        assertThat(delivery.defect()).map(BridgeException::code).contains(FailureCode.INVALID_PAYLOAD);
        assertThat(delivery.envelope().payload().toText()).isEqualTo("raw");
        assertThat(delivery.envelope().headers().text("gobridge.meta")).contains("{\"unknown\":1}");
    }

    @Test
    void shouldCompleteAnUndecodableMessageLikeAnyOther() {
        ServiceBusMessage message = new ServiceBusMessage("raw").setMessageId("odd");
        message.getApplicationProperties().put("gobridge.meta", "{");
        Source source = ends.receive(Q, 1);

        try (ServiceBusSenderClient client = new ServiceBusClientBuilder().connectionString(emulator.connectionString())
                .sender().queueName(Q).buildClient()) {
            client.sendMessage(message);
        }
        done(source.take(0).ack());

        assertThat(emulator.depth(Q).total()).isZero();
    }
}
