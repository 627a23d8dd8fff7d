package io.gobridge.camel.transport.amqp10;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.MappingContract;
import net.jqwik.api.Example;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.AmqpSequence;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.amqp.messaging.Section;
import org.apache.qpid.proton.message.Message;

import static org.assertj.core.api.Assertions.assertThat;

class AmqpMappingTest extends MappingContract {

    private static final MessageDefaults DEFAULTS = new MessageDefaults(true, 4, Optional.empty());

    private final AmqpEnvelopes unit = new AmqpEnvelopes(scheduler.clock());

    @Example
    void shouldShowStrangersExactNamesAndAmqpsOwnTypes() {
        Message wire = onTheWire(message("m1").subject("orders.created").identity(new Identity("k", "", "o"))
                .headers(Headers.of(Map.of("a.b-c", 5L, "A_DOT_B", "me", "at", Instant.EPOCH, "raw", new byte[] { 1 })))
                .build());

        assertThat(application(wire)).containsEntry("a.b-c", 5L).containsEntry("A_DOT_B", "me")
                .containsEntry("at", Date.from(Instant.EPOCH)).containsEntry("raw", new Binary(new byte[] { 1 }))
                .containsEntry("x-bridge.idempotency-key", "k").containsEntry("x-bridge.ordering-key", "o")
                .doesNotContainKey("x-bridge.dedup-id");
        assertThat(wire.getMessageId()).isEqualTo("m1");
        assertThat(wire.getSubject()).isEqualTo("orders.created");
        assertThat(wire.getProperties().getCreationTime()).isEqualTo(Date.from(CREATED));
        assertThat(wire.isDurable()).isTrue();
    }

    @Example
    void shouldReadWhatStrangersSend() {
        Message message = Message.Factory.create();
        message.setProperties(new Properties());
        message.setMessageId(UnsignedLong.valueOf(7));
        message.setAddress("q");
        message.setReplyTo("answers");
        message.setContentType("text/plain");
        message.setCorrelationId(new UUID(1, 2));
        message.setGroupId("g");
        message.setUserId(new byte[] { 9 });
        message.setPriority((short) 7);
        Map<String, Object> application = new LinkedHashMap<>();
        application.put("X-Bridge.Idempotency-Key", "k");
        application.put("small", UnsignedByte.valueOf((byte) -1));
        application.put("large", UnsignedLong.valueOf(-1L));
        application.put("symbol", Symbol.valueOf("s"));
        application.put("", "unnamed");
        message.setApplicationProperties(new ApplicationProperties(application));
        message.setBody(new AmqpValue("grüße"));

        ReceivedMessage received = unit.fromWire(reRead(message));

        assertThat(received.identity()).isEqualTo(IdentityKind.STABLE);
        assertThat(received.envelope().id()).isEqualTo("7");
        assertThat(received.envelope().identity().idempotencyKey()).isEqualTo("k");
        assertThat(received.envelope().payload().toBytes()).isEqualTo("grüße".getBytes(StandardCharsets.UTF_8));
        assertThat(received.envelope().createdAt()).isEqualTo(scheduler.clock().instant());
        assertThat(received.envelope().headers()).isEqualTo(Headers.builder().put("small", (short) 255)
                .put("large", BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)).put("symbol", "s")
                .put("amqp10.unnamed", "unnamed").put(AmqpHeaders.TO, "q").put(AmqpHeaders.USER_ID, new byte[] { 9 })
                .put(AmqpHeaders.CONTENT_TYPE, "text/plain").put(AmqpHeaders.CORRELATION_ID, new UUID(1, 2))
                .put(AmqpHeaders.REPLY_TO, "answers").put(AmqpHeaders.GROUP_ID, "g").put(AmqpHeaders.PRIORITY, 7).build());
    }

    @Example
    void shouldNameTheIdsThatAreNoTexts() {
        assertThat(idOf(new UUID(1, 2))).isEqualTo(new UUID(1, 2).toString());
        assertThat(idOf(new Binary(new byte[] { 1, (byte) 0xAB }))).isEqualTo("01ab");
        assertThat(idOf("ID:x")).isEqualTo("ID:x");
        assertThat(unit.fromWire(Message.Factory.create()).identity()).isEqualTo(IdentityKind.GENERATED);
    }

    @Example
    void shouldCarryAmqpsOwnProperties() {
        Envelope sent = message("m1").headers(Headers.of(Map.of(AmqpHeaders.CONTENT_TYPE, "text/plain",
                AmqpHeaders.CONTENT_ENCODING, "gzip", AmqpHeaders.REPLY_TO, "answers", AmqpHeaders.GROUP_ID, "g",
                AmqpHeaders.CORRELATION_ID, BigInteger.TEN, AmqpHeaders.PRIORITY, 9))).build();

        Message wire = onTheWire(sent);

        assertThat(wire.getContentType()).isEqualTo("text/plain");
        assertThat(wire.getContentEncoding()).isEqualTo("gzip");
        assertThat(wire.getReplyTo()).isEqualTo("answers");
        assertThat(wire.getGroupId()).isEqualTo("g");
        assertThat(wire.getCorrelationId()).isEqualTo(UnsignedLong.valueOf(10));
        assertThat(wire.getPriority()).isEqualTo((short) 9);
        assertThat(wire.getApplicationProperties().getValue()).hasSize(1);
        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldTakeTheBytesOfEveryBodyThatHasSome() {
        assertThat(payloadOf(new Data(new Binary(new byte[] { 1, 2, 3 }, 1, 2))))
                .isEqualTo(Payload.copyOf(new byte[] { 2, 3 }));
        assertThat(payloadOf(new AmqpValue(new Binary(new byte[] { 1 })))).isEqualTo(Payload.copyOf(new byte[] { 1 }));
        assertThat(payloadOf(new AmqpValue("x"))).isEqualTo(Payload.ofText("x"));
        assertThat(payloadOf(new AmqpValue(null))).isEqualTo(Payload.ABSENT);
        assertThat(payloadOf(null)).isEqualTo(Payload.ABSENT);
    }

    @Example
    void shouldKeepABodyWithoutBytesAsItIsEncoded() {
        for (Section body : List.of(new AmqpValue(Map.of("a", 1)), new AmqpValue(5), new AmqpSequence(List.of("a")))) {
            Message message = Message.Factory.create();
            message.setBody(body);

            ReceivedMessage received = unit.fromWire(reRead(message));

            assertThat(received.defect()).isPresent();
            assertThat(received.defect().get().code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
            byte[] raw = received.envelope().payload().toBytes();
            Message again = Message.Factory.create();
            again.decode(raw, 0, raw.length);
            assertThat(again.getBody()).hasToString(body.toString());
        }
    }

    @Example
    void shouldRefuseATypeThatHeadersDoNotHave() {
        Message message = Message.Factory.create();
        message.setApplicationProperties(new ApplicationProperties(Map.of("price", new Decimal32(5))));

        assertThat(unit.fromWire(message).defect()).isPresent();
    }

    @Example
    void shouldLetTheTimeToLiveShrinkOverTheHops() {
        Instant start = scheduler.clock().instant();
        Envelope sent = message("m1").createdAt(start).expiresAt(start.plusSeconds(60)).build();
        scheduler.advance(Duration.ofMillis(19_500));

        Message wire = onTheWire(sent);

        assertThat(wire.getTtl()).isEqualTo(40_500);
        assertThat(wire.getExpiryTime()).isEqualTo(start.plusSeconds(60).toEpochMilli());
        assertThat(unit.fromWire(wire).envelope().expiresAt()).contains(start.plusSeconds(60));
    }

    @Example
    void shouldExpireWhatHasARelativeTimeOnly() {
        Message message = Message.Factory.create();
        message.setHeader(new Header());
        message.getHeader().setTtl(UnsignedInteger.valueOf(5000));

        assertThat(unit.fromWire(message).envelope().expiresAt()).contains(scheduler.clock().instant().plusSeconds(5));
    }

    @Example
    void shouldRoundAnExpiryUp() {
        Instant expiry = scheduler.clock().instant().plusNanos(1_000_001);

        Message wire = onTheWire(message("m1").createdAt(Instant.EPOCH).expiresAt(expiry).build());

        assertThat(wire.getTtl()).isEqualTo(2);
        assertThat(unit.fromWire(wire).envelope().expiresAt()).contains(scheduler.clock().instant().plusMillis(2));
    }

    @Example
    void shouldTakeAnExpiryBeyondAnything() {
        Message wire = onTheWire(message("m1").expiresAt(Instant.MAX).build());

        assertThat(wire.getHeader().getTtl()).isNull();
        assertThat(unit.fromWire(wire).envelope().expiresAt()).isEmpty();
    }

    @Example
    void shouldSayWhatTheEndpointSaysOfMessagesThatDoNot() {
        MessageDefaults fleeting = new MessageDefaults(false, 7, Optional.of(Duration.ofSeconds(5)));

        Message wire = unit.toWire(message("m1").build(), fleeting);

        assertThat(wire.isDurable()).isFalse();
        assertThat(wire.getPriority()).isEqualTo((short) 7);
        assertThat(wire.getTtl()).isEqualTo(5000);
    }

    @Example
    void shouldNotSendWhatIsExpired() {
        assertRefusesWhatIsExpired();
    }

    @Override
    protected List<String> namesOfTheWire() {
        return List.of("JMS_AMQP_ACK_TYPE", "JMSXGroupID", AmqpHeaders.CONTENT_TYPE, AmqpHeaders.CONTENT_ENCODING,
                AmqpHeaders.REPLY_TO, AmqpHeaders.CORRELATION_ID, AmqpHeaders.GROUP_ID, AmqpHeaders.PRIORITY, "a.b-c",
                "x".repeat(65_536));
    }

    @Override
    protected Received readWithMetadata(String metadata) {
        Message message = Message.Factory.create();
        message.setBody(new Data(new Binary(RAW.toBytes())));
        message.setApplicationProperties(
                new ApplicationProperties(Map.of("a", "text", BridgeMetadata.PROPERTY, metadata)));
        ReceivedMessage received = unit.fromWire(message);
        return new Received(received.envelope(), received.defect());
    }

    @Override
    protected Envelope roundTrip(Envelope sent) {
        ReceivedMessage received = unit.fromWire(onTheWire(sent));
        assertThat(received.defect()).isEmpty();
        assertThat(received.identity()).isEqualTo(IdentityKind.STABLE);
        return received.envelope();
    }

    private Message onTheWire(Envelope sent) {
        return reRead(unit.toWire(sent, DEFAULTS));
    }

    /** Through the bytes, as the client library sends and receives them. */
    private static Message reRead(Message message) {
        return WireMessages.fromJms(WireMessages.toJms(message));
    }

    private String idOf(Object id) {
        Message message = Message.Factory.create();
        message.setProperties(new Properties());
        message.getProperties().setMessageId(id);
        return unit.fromWire(message).envelope().id();
    }

    private Payload payloadOf(Section body) {
        Message message = Message.Factory.create();
        message.setBody(body);
        ReceivedMessage received = unit.fromWire(message);
        assertThat(received.defect()).isEmpty();
        return received.envelope().payload();
    }

    private static Map<String, Object> application(Message message) {
        Map<String, Object> application = new LinkedHashMap<>();
        ((Map<?, ?>) message.getApplicationProperties().getValue())
                .forEach((name, value) -> application.put((String) name, value));
        return application;
    }
}
