package io.gobridge.camel.transport.amqp10;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Utf8;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;
import io.gobridge.camel.transport.MetadataBuilder;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.message.Message;

/**
 * Gives each part of an envelope its place in an AMQP message: a property of the protocol, else an application property
 * of the same name, and packed into {@link BridgeMetadata} what the wire cannot carry in the open. Used for one
 * envelope.
 */
final class MessageWriter {

    private static final long LONGEST_TTL = 0xFFFF_FFFFL;
    private static final int ALMOST_A_MILLI = 999_999;
    private static final int HIGHEST_PRIORITY = 9;
    private static final int ASCII_END = 0x80;

    private final Header header = new Header();
    private final Properties properties = new Properties();
    private final Map<String, Object> application = new LinkedHashMap<>();
    private final MetadataBuilder metadata = new MetadataBuilder("AMQP");

    /**
     * Maps the envelope.
     *
     * @throws BridgeException {@link FailureCode#INVALID_HEADER} naming the header that cannot be carried, or
     *                         {@link FailureCode#MESSAGE_EXPIRED}
     */
    static Message write(Envelope envelope, MessageDefaults defaults, Instant now) {
        MessageWriter writer = new MessageWriter();
        writer.header.setDurable(defaults.isDurable());
        writer.setPriority(defaults.priority());
        writer.properties.setMessageId(envelope.id());
        writer.setSubject(envelope.subject());
        writer.setCreation(envelope.createdAt());
        Optional<Instant> expiry = envelope.expiresAt().or(() -> defaults.timeToLive().map(now::plus));
        expiry.ifPresent(instant -> writer.setExpiry(instant, now, envelope));
        IdentityFields.forEach(envelope.identity(), writer::addKey);
        envelope.headers().forEach((name, value) -> {
            if (!AmqpHeaders.isOfTheReceipt(name) && !IdentityFields.isRepeatedBy(name, envelope.identity())) {
                writer.addHeader(name, value);
            }
        });
        return writer.message(envelope);
    }

    private Message message(Envelope envelope) {
        metadata.toJson(false).ifPresent(json -> application.put(BridgeMetadata.PROPERTY, json));
        Message message = Message.Factory.create();
        message.setHeader(header);
        message.setProperties(properties);
        if (!application.isEmpty()) {
            message.setApplicationProperties(new ApplicationProperties(application));
        }
        message.setBody(AmqpBody.toWire(envelope.payload()));
        return message;
    }

    private void setPriority(int priority) {
        if (priority != MessageDefaults.NORMAL_PRIORITY) {
            header.setPriority(UnsignedByte.valueOf((byte) priority));
        }
    }

    private void setSubject(String subject) {
        if (subject.isEmpty()) {
            return;
        }
        if (Utf8.isEncodable(subject)) {
            properties.setSubject(subject);
        } else {
            metadata.text(AmqpHeaders.SUBJECT, subject);
        }
    }

    private void setCreation(Instant createdAt) {
        if (!AmqpValues.isWholeMillis(createdAt)) {
            application.put(AmqpHeaders.CREATED_AT, createdAt.toString());
        }
        AmqpValues.date(createdAt).ifPresent(properties::setCreationTime);
    }

    /** Rounds up, so that no message expires before its time. */
    private void setExpiry(Instant expiry, Instant now, Envelope envelope) {
        if (envelope.isExpired(now)) {
            throw BridgeException.of(FailureCode.MESSAGE_EXPIRED, "Message " + envelope.id() + " expired at " + expiry);
        }
        boolean isWhole = AmqpValues.isWholeMillis(expiry);
        AmqpValues.date(expiry).map(cut -> isWhole ? cut : Date.from(cut.toInstant().plusMillis(1)))
                .ifPresent(properties::setAbsoluteExpiryTime);
        // The relative time has four bytes, 49 days; the absolute one reaches further.
        if (!expiry.isAfter(now.plusMillis(LONGEST_TTL))) {
            long ttl = Math.max(1, Duration.between(now, expiry).plusNanos(ALMOST_A_MILLI).toMillis());
            header.setTtl(UnsignedInteger.valueOf(Math.min(ttl, LONGEST_TTL)));
        }
    }

    private void addKey(String name, String key) {
        if (key.isEmpty()) {
            return;
        }
        if (Utf8.isEncodable(key)) {
            application.put(name, key);
        } else {
            metadata.text(name, key);
        }
    }

    private void addHeader(String name, Object value) {
        if (setProperty(name, value)) {
            return;
        }
        if (AmqpHeaders.isField(name) || !Utf8.isEncodable(name)) {
            metadata.pack(name, value);
            return;
        }
        Optional<Object> exact = AmqpValues.toWire(value);
        if (exact.isPresent()) {
            application.put(name, exact.get());
            return;
        }
        HeaderType type = HeaderType.of(value);
        String text = metadata.format(name, type, value);
        if (type == HeaderType.TEXT || !Utf8.isEncodable(text)) {
            metadata.pack(name, value);
        } else {
            application.put(name, text);
            metadata.type(name, type);
        }
    }

    /**
     * Tells whether the header is a property of the protocol. It is packed when it has a value that this cannot have.
     */
    private boolean setProperty(String name, Object value) {
        return switch (name) {
            case AmqpHeaders.CORRELATION_ID -> set(name, value, AmqpValues.toId(value), properties::setCorrelationId);
            case AmqpHeaders.PRIORITY -> set(name, value, priority(value), header::setPriority);
            case AmqpHeaders.CONTENT_TYPE -> set(name, value, symbol(value), properties::setContentType);
            case AmqpHeaders.CONTENT_ENCODING -> set(name, value, symbol(value), properties::setContentEncoding);
            case AmqpHeaders.REPLY_TO -> set(name, value, text(value), properties::setReplyTo);
            case AmqpHeaders.GROUP_ID -> set(name, value, text(value), properties::setGroupId);
            default -> false;
        };
    }

    private <T> boolean set(String name, Object value, Optional<T> exact, Consumer<T> setter) {
        exact.ifPresentOrElse(setter, () -> metadata.pack(name, value));
        return true;
    }

    private static Optional<UnsignedByte> priority(Object value) {
        boolean isPriority = value instanceof Integer number && number >= 0 && number <= HIGHEST_PRIORITY
                && number != MessageDefaults.NORMAL_PRIORITY;
        return isPriority ? Optional.of(UnsignedByte.valueOf(((Integer) value).byteValue())) : Optional.empty();
    }

    private static Optional<String> text(Object value) {
        return value instanceof String text && Utf8.isEncodable(text) ? Optional.of(text) : Optional.empty();
    }

    private static Optional<Symbol> symbol(Object value) {
        return text(value).filter(text -> text.chars().allMatch(c -> c < ASCII_END)).map(Symbol::valueOf);
    }
}
