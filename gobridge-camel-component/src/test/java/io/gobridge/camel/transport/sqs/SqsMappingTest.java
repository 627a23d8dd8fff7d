package io.gobridge.camel.transport.sqs;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.MappingContract;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.camel.component.aws2.sqs.Sqs2MessageHelper;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class SqsMappingTest extends MappingContract {

    private final SqsEnvelopes standard = new SqsEnvelopes(false, scheduler.clock());
    private final SqsEnvelopes fifo = new SqsEnvelopes(true, scheduler.clock());

    @Property
    void shouldSendTextAsItIs(@ForAll("allowedText") String text) {
        Envelope sent = message("m1").payload(Payload.ofText(text)).build();

        WireMessage wire = wire(sent);

        assertThat(wire.body()).isEqualTo(text);
        assertThat(standard.fromWire(onTheWire(wire)).envelope()).isEqualTo(sent);
    }

    @Example
    void shouldBringBackAnExpiry() {
        Envelope sent = message("m1").expiresAt(CREATED.plusSeconds(1)).build();

        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldKeepAMessageWithImpossibleMetadataAsItIs() {
        for (String metadata : List.of("{\"id\":5}", "{\"id\":\"\\ud800\"}", "{\"created\":\"yesterday\"}",
                "{\"body\":\"base64\"}", "{\"body\":\"empty\"}", "{\"body\":\"zip\"}",
                "{\"created\":\"2026-01-01T00:00:00Z\",\"expires\":\"2025-01-01T00:00:00Z\"}")) {
            assertKeptAsItIs(metadata);
        }
    }

    @Property
    void shouldBringBackTheKeysOfAFifoMessage(@ForAll("texts") String dedupId, @ForAll("texts") String orderingKey) {
        if (hasLoneSurrogate(dedupId) || hasLoneSurrogate(orderingKey) || dedupId.isEmpty() || orderingKey.isEmpty()) {
            return;
        }
        Envelope sent = message("m1").identity(new Identity("", dedupId, orderingKey)).build();

        WireMessage wire = fifo.toWire(sent, envelope -> "");

        assertThat(SqsText.isNativeId(wire.groupId())).isTrue();
        assertThat(SqsText.isNativeId(wire.dedupId())).isTrue();
        assertThat(fifo.fromWire(onTheWire(wire)).envelope()).isEqualTo(sent);
    }

    @Example
    void shouldKeepAll256BytesAndTellEmptyFromAbsent() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }

        for (Payload payload : List.of(Payload.copyOf(all), Payload.EMPTY, Payload.ABSENT, Payload.ofText("\uFFFE"),
                Payload.copyOf(new byte[] { (byte) 0xED, (byte) 0xA0, (byte) 0x80 }), Payload.ofText("a\u0000b"))) {
            WireMessage wire = wire(message("m1").payload(payload).build());
            assertThat(SqsText.isAllowed(wire.body())).isTrue();
            assertThat(standard.fromWire(onTheWire(wire)).envelope().payload()).isEqualTo(payload);
        }
    }

    @Example
    void shouldBeReadByStockCamelWithTypes() {
        Map<String, Object> headers = Map.of("text", "x", "int", 5, "long", 5L, "short", (short) 5, "byte", (byte) 5,
                "double", 1.5e10, "float", 2.5f, "boolean", true);

        Map<String, Object> read = new HashMap<>();
        wire(message("m1").headers(Headers.of(headers)).build()).attributes()
                .forEach((name, value) -> read.put(name, Sqs2MessageHelper.fromMessageAttributeValue(value)));

        assertThat(read).containsAllEntriesOf(headers);
    }

    @Example
    void shouldReadWhatStrangersSend() {
        Message message = Message.builder().messageId("sqs-1").body("hello").attributes(Map.of(
                MessageSystemAttributeName.SENT_TIMESTAMP, "1000", MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "3"))
                .messageAttributes(Map.of("a", attribute("String.json", "{}"), "b", attribute("Number", "1.50"),
                        "c", attribute("Number.int", "not a number"), "d", attribute("String.uuid", "nor this"),
                        "ApproximateReceiveCount", attribute("Number", "99"), "Subject", attribute("String", "s"),
                        "X-Bridge.Idempotency-Key", attribute("String", "k"), "x-bridge.dedup-id", attribute("String", "d")))
                .build();

        ReceivedMessage received = standard.fromWire(message);

        assertThat(received.attempt()).isEqualTo(3);
        assertThat(received.envelope().id()).isEqualTo("sqs-1");
        assertThat(received.envelope().createdAt()).isEqualTo(Instant.ofEpochSecond(1));
        assertThat(received.envelope().subject()).isEqualTo("s");
        assertThat(received.envelope().identity()).isEqualTo(new Identity("k", "", ""));
        assertThat(received.envelope().headers()).isEqualTo(Headers.of(Map.of("a", "{}", "b", new BigDecimal("1.50"), "c",
                "not a number", "d", "nor this", "ApproximateReceiveCount", new BigDecimal(99), "x-bridge.dedup-id", "d")));
    }

    @Example
    void shouldCountTheSizeAsSqsDoes() {
        WireMessage wire = wire(message("m1").payload(Payload.ofText("é")).subject("ü").build());

        String metadata = wire.attributes().get(SqsMetadata.ATTRIBUTE).stringValue();
        assertThat(wire.bytes()).isEqualTo(2 + "Subject".length() + "String".length() + 2 + "gobridge.meta".length()
                                           + "String".length() + metadata.getBytes(StandardCharsets.UTF_8).length);
    }

    @Example
    void shouldDeriveTheDedupIdFromSubjectAndMessageId() {
        Envelope sent = message("m1").subject("s").build();

        WireMessage wire = fifo.toWire(sent, envelope -> "g");

        assertThat(wire.dedupId()).isEqualTo(SqsText.sha256("s\u0000m1"));
        assertThat(wire.groupId()).isEqualTo("g");
    }

    /** Case 108. */
    @Example
    void shouldRefuseOnlyAFifoMessageWithoutAGroup() {
        BridgeException refusal = catchThrowableOfType(BridgeException.class,
                () -> fifo.toWire(message("m1").build(), envelope -> ""));

        assertThat(refusal.code()).isEqualTo(FailureCode.INVALID_HEADER);
        assertThat(refusal.getMessage()).contains(ReservedHeaders.ORDERING_KEY);
    }

    @Provide
    Arbitrary<String> allowedText() {
        return Arbitraries.strings().withCharRange(' ', '\uD7FF').withCharRange('\uE000', '\uFFFD').withChars("\t\n\r")
                .ofMinLength(1).map(text -> text + "\uD83D\uDE00");
    }

    @Override
    protected List<String> namesOfTheWire() {
        return List.of("Subject", "subject", "AWS.x", "amazon.y", "x".repeat(256), "x".repeat(257));
    }

    @Override
    protected Received readWithMetadata(String metadata) {
        ReceivedMessage received = standard.fromWire(Message.builder().messageId("sqs-1").body(RAW.toText())
                .messageAttributes(Map.of(SqsMetadata.ATTRIBUTE, attribute("String", metadata))).build());
        return new Received(received.envelope(), received.defect());
    }

    @Override
    protected Envelope roundTrip(Envelope sent) {
        ReceivedMessage received = standard.fromWire(onTheWire(wire(sent)));
        assertThat(received.defect()).isEmpty();
        return received.envelope();
    }

    /** SQS takes Unicode only. */
    @Override
    protected boolean takes(Object value) {
        return !hasLoneSurrogate(value);
    }

    private WireMessage wire(Envelope envelope) {
        WireMessage wire = standard.toWire(envelope, ignored -> "");
        assertThat(wire.attributes()).hasSizeLessThanOrEqualTo(10);
        wire.attributes().forEach((name, value) -> {
            assertThat(SqsText.isAttributeName(name)).as(name).isTrue();
            assertThat(value.binaryValue() != null || SqsText.isAllowed(value.stringValue())).as(name).isTrue();
        });
        return wire;
    }

    private static Message onTheWire(WireMessage wire) {
        Map<MessageSystemAttributeName, String> system = new EnumMap<>(MessageSystemAttributeName.class);
        system.put(MessageSystemAttributeName.MESSAGE_GROUP_ID, wire.groupId());
        system.put(MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID, wire.dedupId());
        return Message.builder().messageId("sqs-1").body(wire.body()).messageAttributes(wire.attributes()).attributes(system)
                .build();
    }

    private static MessageAttributeValue attribute(String type, String value) {
        return MessageAttributeValue.builder().dataType(type).stringValue(value).build();
    }

    private static boolean hasLoneSurrogate(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().anyMatch(SqsMappingTest::hasLoneSurrogate);
        }
        if (value instanceof Map<?, ?> map) {
            return hasLoneSurrogate(List.copyOf(map.keySet()))
                    || map.values().stream().anyMatch(SqsMappingTest::hasLoneSurrogate);
        }
        return value instanceof String text && !StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
