package io.gobridge.camel.transport.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Utf8;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;
import io.gobridge.camel.transport.MetadataBuilder;

/**
 * Gives each part of an envelope its property: one of Service Bus's own, else an application property of the same name,
 * and packed into {@link BridgeMetadata} what neither can carry. Used for one envelope.
 */
final class PropertyWriter {

    private final ServiceBusMessage message;
    private final MetadataBuilder metadata = new MetadataBuilder("Service Bus");

    /** @param message gets the properties; its session is set already */
    PropertyWriter(ServiceBusMessage message) {
        this.message = message;
    }

    /** @throws BridgeException {@link FailureCode#INVALID_HEADER} naming the header that cannot be carried */
    void write(Envelope envelope) {
        addId(envelope);
        addSubject(envelope.subject());
        addText(ServiceBusHeaders.CREATED_AT, envelope.createdAt().toString());
        IdentityFields.forEach(envelope.identity(), this::addText);
        envelope.headers().forEach((name, value) -> {
            if (!ServiceBusHeaders.isOfTheReceipt(name) && !IdentityFields.isRepeatedBy(name, envelope.identity())) {
                addHeader(name, value);
            }
        });
        metadata.toJson(envelope.payload().isAbsent())
                .ifPresent(json -> message.getApplicationProperties().put(BridgeMetadata.PROPERTY, json));
    }

    /** Duplicate detection of Service Bus goes by the message id, so a dedup id takes its place. */
    private void addId(Envelope envelope) {
        String dedupId = envelope.identity().dedupId();
        String id = ServiceBusText.id(dedupId.isEmpty() ? envelope.id() : dedupId);
        message.setMessageId(id);
        if (!id.equals(envelope.id())) {
            addText(ServiceBusHeaders.MESSAGE_ID, envelope.id());
        }
    }

    private void addSubject(String subject) {
        if (Utf8.isEncodable(subject)) {
            message.setSubject(subject.isEmpty() ? null : subject);
        } else {
            metadata.text(ServiceBusHeaders.SUBJECT, subject);
        }
    }

    private void addText(String name, String text) {
        if (text.isEmpty()) {
            return;
        }
        if (Utf8.isEncodable(text)) {
            message.getApplicationProperties().put(name, text);
        } else {
            metadata.text(name, text);
        }
    }

    private void addHeader(String name, Object value) {
        if (ServiceBusHeaders.isProperty(name)) {
            addProperty(name, value);
            return;
        }
        HeaderType type = HeaderType.of(value);
        boolean isNative = isNative(type);
        Object carried = isNative ? value : metadata.format(name, type, value);
        if (ServiceBusHeaders.isField(name) || !Utf8.isEncodable(name)
                || (carried instanceof String text && !Utf8.isEncodable(text))) {
            metadata.pack(name, value);
            return;
        }
        message.getApplicationProperties().put(name, carried);
        if (!isNative) {
            metadata.type(name, type);
        }
    }

    private void addProperty(String name, Object value) {
        if (!(value instanceof String text) || text.isEmpty() || !Utf8.isEncodable(text)) {
            metadata.pack(name, value);
            return;
        }
        switch (name) {
            case ServiceBusHeaders.CONTENT_TYPE -> message.setContentType(text);
            case ServiceBusHeaders.CORRELATION_ID -> message.setCorrelationId(text);
            case ServiceBusHeaders.REPLY_TO -> message.setReplyTo(text);
            default -> addPartitionKey(name, text);
        }
    }

    /** With a session Service Bus partitions by it, and no other key is allowed. */
    private void addPartitionKey(String name, String key) {
        String session = message.getSessionId();
        if (ServiceBusText.isId(key) && (session == null || session.equals(key))) {
            message.setPartitionKey(key);
        } else {
            metadata.pack(name, key);
        }
    }

    /** Tells whether application properties have this type, and others read it as what it is. */
    private static boolean isNative(HeaderType type) {
        return switch (type) {
            case TEXT, BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, UNIQUE_ID -> true;
            case BIG_INTEGER, DECIMAL, INSTANT, BYTES, LIST, MAP, NULL -> false;
        };
    }
}
