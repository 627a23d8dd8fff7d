package io.gobridge.camel.transport.servicebus;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;

/**
 * Gives each part of an envelope its property: one of Service Bus's own, else an application property of the same name,
 * and packed into {@link BridgeMetadata} what neither can carry. Used for one envelope.
 */
final class PropertyWriter {

    private final ServiceBusMessage message;
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, Object> packed = new LinkedHashMap<>();

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
        BridgeMetadata metadata = new BridgeMetadata(envelope.payload().isAbsent(), texts, types, packed);
        if (!metadata.isEmpty()) {
            message.getApplicationProperties().put(BridgeMetadata.PROPERTY, metadata.toJson());
        }
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
        if (ServiceBusText.isPlain(subject)) {
            message.setSubject(subject.isEmpty() ? null : subject);
        } else {
            texts.put(ServiceBusHeaders.SUBJECT, subject);
        }
    }

    private void addText(String name, String text) {
        if (text.isEmpty()) {
            return;
        }
        if (ServiceBusText.isPlain(text)) {
            message.getApplicationProperties().put(name, text);
        } else {
            texts.put(name, text);
        }
    }

    private void addHeader(String name, Object value) {
        if (ServiceBusHeaders.isProperty(name)) {
            addProperty(name, value);
            return;
        }
        HeaderType type = type(name, value);
        boolean isNative = isNative(type);
        Object carried = isNative ? value : type.format(value);
        if (ServiceBusHeaders.isField(name) || !ServiceBusText.isPlain(name)
                || (carried instanceof String text && !ServiceBusText.isPlain(text))) {
            pack(name, value);
            return;
        }
        message.getApplicationProperties().put(name, carried);
        if (!isNative) {
            types.put(name, type.label());
        }
    }

    private void addProperty(String name, Object value) {
        if (!(value instanceof String text) || text.isEmpty() || !ServiceBusText.isPlain(text)) {
            pack(name, value);
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
            pack(name, key);
        }
    }

    private void pack(String name, Object value) {
        try {
            EnvelopeJson.writeHeaders(Collections.singletonMap(name, value));
        } catch (IllegalArgumentException e) {
            throw invalid(name, e);
        }
        packed.put(name, value);
    }

    private static HeaderType type(String name, Object value) {
        try {
            HeaderType type = HeaderType.of(value);
            if (!isNative(type)) {
                type.format(value);
            }
            return type;
        } catch (IllegalArgumentException e) {
            throw invalid(name, e);
        }
    }

    /** Tells whether application properties have this type, and others read it as what it is. */
    private static boolean isNative(HeaderType type) {
        return switch (type) {
            case TEXT, BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, UNIQUE_ID -> true;
            case BIG_INTEGER, DECIMAL, INSTANT, BYTES, LIST, MAP, NULL -> false;
        };
    }

    private static BridgeException invalid(String name, Throwable cause) {
        return BridgeException.of(FailureCode.INVALID_HEADER,
                "Service Bus cannot carry the header '" + name + "': " + cause.getMessage(), cause);
    }
}
