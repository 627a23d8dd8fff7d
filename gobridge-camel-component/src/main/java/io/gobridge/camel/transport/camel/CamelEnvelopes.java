package io.gobridge.camel.transport.camel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.envelope.Utf8;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OutboundMessage;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.TypeConversionException;
import org.apache.camel.WrappedFile;
import org.apache.camel.util.ObjectHelper;

/**
 * Maps between exchanges of any component and envelopes. What a header cannot carry by itself travels in headers named
 * {@code gobridge.*}.
 */
final class CamelEnvelopes {

    static final String MESSAGE_ID = "gobridge.message-id";
    static final String SUBJECT = "gobridge.subject";
    static final String CREATED_AT = "gobridge.created-at";
    static final String EXPIRES_AT = "gobridge.expires-at";

    private static final Set<String> CARRIERS = Set.of(MESSAGE_ID, SUBJECT, CREATED_AT, EXPIRES_AT);

    private final Clock clock;

    CamelEnvelopes(Clock clock) {
        this.clock = clock;
    }

    /**
     * What an exchange held.
     *
     * @param envelope      the message
     * @param identity      whether the source named it
     * @param sourceHeaders what the component set, and what no envelope can carry
     * @param defect        why it could not be read; empty when it could
     */
    record Received(Envelope envelope, IdentityKind identity, Map<String, Object> sourceHeaders,
            Optional<BridgeException> defect) {
    }

    /**
     * Reads what a source hands over.
     *
     * @param  comesAgain           whether the source hands it over again when this fails
     * @throws UncheckedIOException when it does, and the body could not be read now, which says nothing about the
     *                              message
     */
    Received receive(Exchange exchange, boolean comesAgain) {
        Message message = exchange.getIn();
        String id = text(message, MESSAGE_ID);
        Optional<BridgeException> badId = badId(id);
        boolean isMinted = id.isEmpty() || badId.isPresent();
        Envelope.Builder envelope = Envelope.withId(isMinted ? UUID.randomUUID().toString() : id);
        Map<String, Object> sourceHeaders = new HashMap<>();
        envelope.headers(headers(message, sourceHeaders)).subject(text(message, SUBJECT)).identity(identity(message));
        Optional<BridgeException> defect = readInto(envelope, exchange, comesAgain).or(() -> badId);
        IdentityKind kind = isMinted ? IdentityKind.GENERATED : IdentityKind.STABLE;
        return new Received(envelope.createdNow(clock).build(), kind, sourceHeaders, defect);
    }

    static void write(OutboundMessage outbound, Exchange exchange) {
        Envelope envelope = outbound.envelope();
        Message message = exchange.getIn();
        message.setBody(envelope.payload().toBytes());
        envelope.headers().forEach(message::setHeader);
        message.setHeader(MESSAGE_ID, envelope.id());
        message.setHeader(CREATED_AT, envelope.createdAt().toString());
        if (!envelope.subject().isEmpty()) {
            message.setHeader(SUBJECT, envelope.subject());
        }
        envelope.expiresAt().ifPresent(expiry -> message.setHeader(EXPIRES_AT, expiry.toString()));
    }

    private static Optional<BridgeException> badId(String id) {
        return id.isEmpty() || Utf8.isEncodable(id)
                ? Optional.empty()
                : Optional.of(BridgeException.of(FailureCode.INVALID_PAYLOAD, "The message id is not valid UTF-8"));
    }

    private static Optional<BridgeException> readInto(
            Envelope.Builder envelope, Exchange exchange, boolean comesAgain) {
        Message message = exchange.getIn();
        try {
            envelope.payload(payload(exchange));
            envelope.createdAt(instant(message, CREATED_AT).or(() -> timestamp(message)).orElse(Instant.EPOCH));
            instant(message, EXPIRES_AT).ifPresent(envelope::expiresAt);
            envelope.build();
            return Optional.empty();
        } catch (DateTimeException | IllegalArgumentException e) {
            envelope.expiresAt(null).createdAt(Instant.EPOCH);
            return Optional.of(
                    BridgeException.of(FailureCode.INVALID_PAYLOAD, "The message has a malformed time in a gobridge header",
                            e));
        } catch (UncheckedIOException e) {
            if (comesAgain) {
                throw e;
            }
            return Optional.of(BridgeException.of(FailureCode.INVALID_PAYLOAD, "The source's body could not be read", e));
        } catch (BridgeException e) {
            return Optional.of(e);
        }
    }

    private static Optional<Instant> timestamp(Message message) {
        long timestamp = message.getMessageTimestamp();
        return timestamp > 0 ? Optional.of(Instant.ofEpochMilli(timestamp)) : Optional.empty();
    }

    private static Headers headers(Message message, Map<String, Object> sourceHeaders) {
        Headers.Builder headers = Headers.builder();
        message.getHeaders().forEach((name, value) -> {
            Object carried = value instanceof Date date ? date.toInstant() : value;
            if (CARRIERS.contains(name)) {
                return;
            }
            if (name.isEmpty() || ReservedHeaders.isCamel(name) || !Headers.isSupported(carried)) {
                sourceHeaders.put(name, value);
            } else {
                headers.put(name, carried);
            }
        });
        return headers.build();
    }

    private static Identity identity(Message message) {
        return new Identity(
                text(message, ReservedHeaders.IDEMPOTENCY_KEY), text(message, ReservedHeaders.DEDUP_ID),
                text(message, ReservedHeaders.ORDERING_KEY));
    }

    private static Payload payload(Exchange exchange) {
        Object body = exchange.getIn().getBody();
        if (body == null) {
            return Payload.ABSENT;
        }
        if (body instanceof byte[] bytes) {
            return Payload.copyOf(bytes);
        }
        byte[] bytes = bytes(exchange, body);
        if (bytes == null && body instanceof WrappedFile) {
            throw new UncheckedIOException(new IOException("The source's file could not be read"));
        }
        if (bytes == null) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD,
                    "The source's body is a " + body.getClass().getName() + ", which cannot be converted to bytes");
        }
        return Payload.ofImmutable(bytes);
    }

    /**
     * Returns null for what cannot be converted.
     *
     * @throws UncheckedIOException when it can be, but not be read now
     */
    private static byte[] bytes(Exchange exchange, Object body) {
        try {
            return exchange.getContext().getTypeConverter().convertTo(byte[].class, exchange, body);
        } catch (TypeConversionException e) {
            IOException unreadable = ObjectHelper.getException(IOException.class, e);
            if (unreadable != null) {
                throw new UncheckedIOException(unreadable);
            }
            return null;
        }
    }

    private static Optional<Instant> instant(Message message, String name) {
        String text = text(message, name);
        return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
    }

    private static String text(Message message, String name) {
        Object value = message.getHeader(name);
        return value == null ? "" : value.toString();
    }
}
