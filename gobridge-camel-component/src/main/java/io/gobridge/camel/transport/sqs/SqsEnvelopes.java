package io.gobridge.camel.transport.sqs;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.envelope.Utf8;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** Maps envelopes to SQS messages and back. Immutable. */
final class SqsEnvelopes {

    private static final String STRING = "String";

    private final boolean isFifo;
    private final Clock clock;

    SqsEnvelopes(boolean isFifo, Clock clock) {
        this.isFifo = isFifo;
        this.clock = clock;
    }

    /**
     * Maps a message to the wire.
     *
     * @param  endpointGroup   see {@link FifoIds#of}
     * @throws BridgeException when the message has something that SQS cannot carry, naming it
     */
    WireMessage toWire(Envelope envelope, Function<Envelope, String> endpointGroup) {
        SqsBody body = SqsBody.of(envelope.payload());
        SqsAttributes attributes = SqsAttributes.of(envelope);
        requireEncodable(ReservedHeaders.DEDUP_ID, envelope.identity().dedupId());
        requireEncodable(ReservedHeaders.ORDERING_KEY, envelope.identity().orderingKey());
        FifoIds ids = isFifo ? FifoIds.of(envelope, endpointGroup) : FifoIds.none(envelope.identity());
        SqsMetadata metadata = new SqsMetadata(
                envelope.id(), envelope.createdAt(), envelope.expiresAt().orElse(null), body.marker(),
                attributes.packedSubject(), ids.beside().withIdempotencyKey(attributes.packedIdempotencyKey()),
                attributes.packed());
        Map<String, MessageAttributeValue> named = attributes.named();
        named.put(SqsMetadata.ATTRIBUTE,
                MessageAttributeValue.builder().dataType(STRING).stringValue(metadata.toJson()).build());
        return WireMessage.of(body, named, ids.groupId(), ids.dedupId());
    }

    /** Maps a message from the wire, whoever sent it; what cannot be decoded is a defect. */
    ReceivedMessage fromWire(Message message) {
        int attempt = attempt(message);
        String group = isFifo ? system(message, MessageSystemAttributeName.MESSAGE_GROUP_ID) : "";
        try {
            return new ReceivedMessage(decode(message, metadata(message)), Optional.empty(), attempt, group);
        } catch (IllegalArgumentException e) {
            String why = "SQS message " + message.messageId() + " cannot be decoded with its attribute "
                         + SqsMetadata.ATTRIBUTE + ": " + e.getMessage();
            BridgeException defect = BridgeException.of(FailureCode.INVALID_PAYLOAD, why, e);
            return new ReceivedMessage(undecoded(message), Optional.of(defect), attempt, group);
        }
    }

    private Envelope decode(Message message, SqsMetadata metadata) {
        String id = metadata.id().isEmpty() ? message.messageId() : metadata.id();
        Headers.Builder headers = headers(message, metadata.headers());
        return Envelope.withId(id).subject(subject(message, metadata.subject()))
                .payload(SqsBody.payload(body(message), metadata.body())).headers(headers.build())
                .createdAt(metadata.created() == null ? sentAt(message) : metadata.created())
                .expiresAt(metadata.expires()).identity(identity(message, metadata.identity())).build();
    }

    /** Keeps everything as it is, the attribute that should have said how to read it included. */
    private Envelope undecoded(Message message) {
        Headers.Builder headers = headers(message, Map.of());
        headers.put(SqsMetadata.ATTRIBUTE,
                AttributeCodec.read(message.messageAttributes().get(SqsMetadata.ATTRIBUTE)));
        return Envelope.withId(message.messageId()).subject(subject(message, ""))
                .payload(Payload.ofText(body(message))).headers(headers.build()).createdAt(sentAt(message))
                .identity(identity(message, Identity.NONE)).build();
    }

    private static SqsMetadata metadata(Message message) {
        MessageAttributeValue attribute = message.messageAttributes().get(SqsMetadata.ATTRIBUTE);
        if (attribute == null) {
            return SqsMetadata.NONE;
        }
        if (!isText(attribute)) {
            throw new IllegalArgumentException("it is not of type " + STRING);
        }
        return SqsMetadata.parse(attribute.stringValue());
    }

    private static Headers.Builder headers(Message message, Map<String, Object> packed) {
        Headers.Builder headers = Headers.builder();
        packed.forEach(headers::put);
        message.messageAttributes().forEach((name, attribute) -> {
            if (!isField(name, attribute)) {
                headers.put(name, AttributeCodec.read(attribute));
            }
        });
        return headers;
    }

    private static boolean isField(String name, MessageAttributeValue attribute) {
        return name.equals(SqsMetadata.ATTRIBUTE)
                || (isText(attribute)
                        && (name.equals(SqsAttributes.SUBJECT) || name.equalsIgnoreCase(ReservedHeaders.IDEMPOTENCY_KEY)));
    }

    private static String subject(Message message, String packed) {
        MessageAttributeValue attribute = message.messageAttributes().get(SqsAttributes.SUBJECT);
        return attribute != null && isText(attribute) ? attribute.stringValue() : packed;
    }

    private Identity identity(Message message, Identity beside) {
        String idempotencyKey = idempotencyKey(message.messageAttributes(), beside.idempotencyKey());
        if (!isFifo) {
            return beside.withIdempotencyKey(idempotencyKey);
        }
        String dedupId = system(message, MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID);
        String group = system(message, MessageSystemAttributeName.MESSAGE_GROUP_ID);
        return new Identity(
                idempotencyKey, FifoIds.fromNative(dedupId, beside.dedupId()),
                FifoIds.fromNative(group, beside.orderingKey()));
    }

    private static String idempotencyKey(Map<String, MessageAttributeValue> attributes, String packed) {
        MessageAttributeValue exact = attributes.get(ReservedHeaders.IDEMPOTENCY_KEY);
        if (exact != null && isText(exact)) {
            return exact.stringValue();
        }
        for (Map.Entry<String, MessageAttributeValue> attribute : attributes.entrySet()) {
            if (attribute.getKey().equalsIgnoreCase(ReservedHeaders.IDEMPOTENCY_KEY) && isText(attribute.getValue())) {
                return attribute.getValue().stringValue();
            }
        }
        return packed;
    }

    private Instant sentAt(Message message) {
        try {
            return Instant.ofEpochMilli(Long.parseLong(system(message, MessageSystemAttributeName.SENT_TIMESTAMP)));
        } catch (NumberFormatException e) {
            return clock.instant();
        }
    }

    private static int attempt(Message message) {
        try {
            return Math.max(1, Integer.parseInt(system(message, MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT)));
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private static String system(Message message, MessageSystemAttributeName name) {
        return message.attributes().getOrDefault(name, "");
    }

    private static String body(Message message) {
        return message.body() == null ? "" : message.body();
    }

    private static boolean isText(MessageAttributeValue attribute) {
        return attribute.stringValue() != null && attribute.dataType() != null
                && (attribute.dataType().equals(STRING) || attribute.dataType().startsWith(STRING + "."));
    }

    private static void requireEncodable(String name, String key) {
        if (!Utf8.isEncodable(key)) {
            throw BridgeException.of(FailureCode.INVALID_HEADER,
                    "SQS cannot carry the header '" + name + "': it has half of a surrogate pair");
        }
    }
}
