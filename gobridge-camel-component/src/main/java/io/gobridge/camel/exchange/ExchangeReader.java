package io.gobridge.camel.exchange;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Makes the envelope that a producer sends. Each field comes from its {@code CamelGoBridge*} header, else from its
 * reserved header, else from the delivery's envelope, else it is minted, so that a route may remove every header and
 * break nothing.
 */
public final class ExchangeReader {

    private static final String TRACEPARENT = "traceparent";
    private static final String TRACESTATE = "tracestate";
    private static final String OWN_HEADERS = "CamelGoBridge";

    /** What the delivery's envelope passes on when the route removed it. */
    private static final Set<String> LASTING = Set.of(ReservedHeaders.CORRELATION_ID, ReservedHeaders.CAUSATION_ID,
            ReservedHeaders.TENANT_ID, TRACEPARENT);

    private final Clock clock;
    private final RandomGenerator random;
    private final String bridgeId;
    private final Predicate<String> alsoSent;

    /**
     * Creates a reader that adds the bridge to the path of what it reads.
     *
     * @param alsoSent accepts Camel headers that the target understands; all others stay behind
     */
    public ExchangeReader(Clock clock, RandomGenerator random, String bridgeId, Predicate<String> alsoSent) {
        this.clock = clock;
        this.random = random;
        this.bridgeId = bridgeId;
        this.alsoSent = alsoSent;
    }

    /**
     * Reads the envelope to send.
     *
     * @throws BridgeException {@code INVALID_PAYLOAD} or {@code INVALID_HEADER} when the exchange holds what no
     *                         envelope can
     */
    public Envelope read(Exchange exchange) {
        Message message = exchange.getMessage();
        Delivery delivery = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
        Envelope received = delivery == null ? null : delivery.envelope();
        Instant createdAt
                = instant(message, GoBridgeConstants.CREATED_AT, received == null ? clock.instant() : received.createdAt());
        Instant expiresAt = instant(message, GoBridgeConstants.EXPIRES_AT,
                received == null ? null : received.expiresAt().orElse(null));
        String path = received == null ? "" : PartPath.of(exchange);
        Identity identity = part(identity(message, received == null ? Identity.NONE : received.identity()), path);
        String id = text(message, GoBridgeConstants.MESSAGE_ID, received == null ? mintId() : received.id());
        String subject = text(message, GoBridgeConstants.SUBJECT, received == null ? "" : received.subject());
        Payload payload = payload(exchange);
        Headers headers = headers(message, received, identity);
        try {
            return Envelope.withId(PartPath.append(id, path)).subject(subject).payload(payload).headers(headers)
                    .createdAt(createdAt).expiresAt(expiresAt).identity(identity).build();
        } catch (IllegalArgumentException e) {
            throw BridgeException.of(FailureCode.INVALID_HEADER, e.getMessage() + "; nothing was sent", e);
        }
    }

    /** The parts of one message are different messages to a broker that removes duplicates. */
    private static Identity part(Identity identity, String path) {
        return identity.dedupId().isEmpty() ? identity : identity.withDedupId(PartPath.append(identity.dedupId(), path));
    }

    private Headers headers(Message message, Envelope received, Identity identity) {
        Headers.Builder headers = Headers.builder();
        for (Map.Entry<String, Object> header : message.getHeaders().entrySet()) {
            if (isOrphanedState(header.getKey(), message)) {
                continue;
            }
            if (isSent(header.getKey())) {
                put(headers, header.getKey(), header.getValue());
            } else if (isOptional(header.getKey()) && Headers.isSupported(header.getValue())) {
                headers.put(header.getKey(), header.getValue());
            }
        }
        Headers before = received == null ? Headers.empty() : received.headers();
        keepLasting(headers, message, before);
        stamp(headers, ReservedHeaders.IDEMPOTENCY_KEY, identity.idempotencyKey());
        stamp(headers, ReservedHeaders.DEDUP_ID, identity.dedupId());
        stamp(headers, ReservedHeaders.ORDERING_KEY, identity.orderingKey());
        Hops.forward(headers, before, bridgeId);
        return headers.build();
    }

    private static boolean isSent(String name) {
        if (ReservedHeaders.isReserved(name)) {
            return ReservedHeaders.BRIDGE_TO_BRIDGE.contains(name);
        }
        return !ReservedHeaders.isCamel(name);
    }

    private boolean isOptional(String name) {
        return alsoSent.test(name) && !name.regionMatches(true, 0, OWN_HEADERS, 0, OWN_HEADERS.length());
    }

    private static void put(Headers.Builder headers, String name, Object value) {
        try {
            headers.put(name, value instanceof Date date ? date.toInstant() : value);
        } catch (IllegalArgumentException e) {
            throw BridgeException.of(FailureCode.INVALID_HEADER, e.getMessage() + "; nothing was sent", e);
        }
    }

    private static void keepLasting(Headers.Builder headers, Message message, Headers before) {
        for (String name : LASTING) {
            if (message.getHeader(name) == null) {
                before.get(name).ifPresent(value -> headers.put(name, value));
            }
        }
        if (message.getHeader(TRACEPARENT) == null && before.contains(TRACEPARENT)) {
            before.get(TRACESTATE).ifPresent(value -> headers.put(TRACESTATE, value));
        }
    }

    /** The two belong together: a state without its parent says nothing, and a new parent ends the old state. */
    private static boolean isOrphanedState(String name, Message message) {
        return TRACESTATE.equalsIgnoreCase(name) && message.getHeader(TRACEPARENT) == null;
    }

    private static void stamp(Headers.Builder headers, String name, String value) {
        if (value.isEmpty()) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
    }

    private static Identity identity(Message message, Identity received) {
        return new Identity(
                key(message, GoBridgeConstants.IDEMPOTENCY_KEY, ReservedHeaders.IDEMPOTENCY_KEY, received.idempotencyKey()),
                key(message, GoBridgeConstants.DEDUP_ID, ReservedHeaders.DEDUP_ID, received.dedupId()),
                key(message, GoBridgeConstants.ORDERING_KEY, ReservedHeaders.ORDERING_KEY, received.orderingKey()));
    }

    private static String key(Message message, String camelHeader, String reservedHeader, String received) {
        return text(message, camelHeader, text(message, reservedHeader, received));
    }

    private static Payload payload(Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        if (body == null) {
            return Payload.ABSENT;
        }
        if (body instanceof byte[] bytes) {
            return Payload.copyOf(bytes);
        }
        if (body instanceof String text) {
            return Payload.ofImmutable(text.getBytes(StandardCharsets.UTF_8));
        }
        byte[] bytes = exchange.getContext().getTypeConverter().tryConvertTo(byte[].class, exchange, body);
        if (bytes == null) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD, "The body is a " + body.getClass().getName()
                                                                  + ", which cannot be converted to bytes; nothing was sent. Marshal it first");
        }
        return Payload.ofImmutable(bytes);
    }

    private static String text(Message message, String header, String otherwise) {
        Object value = message.getHeader(header);
        return value == null ? otherwise : value.toString();
    }

    private static Instant instant(Message message, String header, Instant otherwise) {
        Object value = message.getHeader(header);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Instant instant) {
            return instant;
        }
        try {
            return Instant.parse(value.toString());
        } catch (DateTimeException e) {
            throw BridgeException.of(FailureCode.INVALID_HEADER,
                    "Header " + header + " is neither an Instant nor an ISO-8601 instant; nothing was sent", e);
        }
    }

    private String mintId() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}
