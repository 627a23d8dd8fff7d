package io.gobridge.camel.exchange;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.Message;

/**
 * The headers of an exchange as a producer sees them, read in one pass: those that are fields of the envelope, by name,
 * and those that are sent. Not thread-safe.
 */
final class OutgoingHeaders {

    private static final String TRACEPARENT = "traceparent";
    private static final String TRACESTATE = "tracestate";
    private static final String OWN_PREFIX = "camelgobridge";

    private static final List<String> FIELDS = Stream.concat(GoBridgeConstants.FIELDS.stream(),
            Stream.of(ReservedHeaders.IDEMPOTENCY_KEY, ReservedHeaders.DEDUP_ID, ReservedHeaders.ORDERING_KEY)).toList();

    /** What the delivery's envelope passes on when the route removed it. */
    private static final List<String> LASTING = List.of(ReservedHeaders.CORRELATION_ID, ReservedHeaders.CAUSATION_ID,
            ReservedHeaders.TENANT_ID, TRACEPARENT);

    /** In the order of {@link #FIELDS}; few enough to be searched. */
    private final Object[] fields = new Object[FIELDS.size()];
    private final Headers.Builder sent = Headers.builder();
    private boolean hasParent;
    private Object state;

    private OutgoingHeaders() {
    }

    /**
     * Reads the headers.
     *
     * @param  alsoSent        accepts Camel headers that the target understands
     * @throws BridgeException {@code INVALID_HEADER} naming a header that no envelope can hold
     */
    static OutgoingHeaders of(Message message, Predicate<String> alsoSent) {
        OutgoingHeaders headers = new OutgoingHeaders();
        if (message.hasHeaders()) {
            message.getHeaders().forEach((name, value) -> headers.read(name, value, alsoSent));
        }
        return headers;
    }

    private void read(String name, Object value, Predicate<String> alsoSent) {
        if (ReservedHeaders.isCamel(name)) {
            readCamel(name, value, alsoSent);
        } else if (ReservedHeaders.isReserved(name)) {
            if (ReservedHeaders.BRIDGE_TO_BRIDGE.contains(name)) {
                setField(name, value);
                put(name, value);
            }
        } else if (TRACESTATE.equalsIgnoreCase(name)) {
            state = value;
        } else {
            hasParent |= TRACEPARENT.equalsIgnoreCase(name);
            put(name, value);
        }
    }

    private void readCamel(String name, Object value, Predicate<String> alsoSent) {
        if (name.regionMatches(true, 0, OWN_PREFIX, 0, OWN_PREFIX.length())) {
            setField(name, value);
        } else if (alsoSent.test(name) && Headers.isSupported(value)) {
            sent.put(name, value);
        }
    }

    /** Camel's header names ignore case, so a route may have written one of ours in any. */
    private void setField(String name, Object value) {
        for (int i = 0; i < fields.length; i++) {
            if (FIELDS.get(i).equalsIgnoreCase(name)) {
                fields[i] = value;
                return;
            }
        }
    }

    private void put(String name, Object value) {
        try {
            sent.put(name, value instanceof Date date ? date.toInstant() : value);
        } catch (IllegalArgumentException e) {
            throw BridgeException.of(FailureCode.INVALID_HEADER, e.getMessage() + "; nothing was sent", e);
        }
    }

    /** Returns the text of a field's header, else the other text. */
    String text(String header, String otherwise) {
        Object value = fields[FIELDS.indexOf(header)];
        return value == null ? otherwise : value.toString();
    }

    /**
     * Returns the instant of a field's header, else the other one, which may be null.
     *
     * @throws BridgeException {@code INVALID_HEADER} when the header is no instant
     */
    Instant instant(String header, Instant otherwise) {
        Object value = fields[FIELDS.indexOf(header)];
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

    /** Returns the headers to send, with what lasts of those that were received. */
    Headers.Builder sent(Headers received) {
        for (String name : LASTING) {
            if (!sent.contains(name) && !(hasParent && name.equals(TRACEPARENT))) {
                received.get(name).ifPresent(value -> sent.put(name, value));
            }
        }
        // The two belong together: a state without its parent says nothing, and a new parent ends the old state.
        if (hasParent && state != null) {
            put(TRACESTATE, state);
        } else if (!hasParent && received.contains(TRACEPARENT)) {
            received.get(TRACESTATE).ifPresent(value -> sent.put(TRACESTATE, value));
        }
        return sent;
    }
}
