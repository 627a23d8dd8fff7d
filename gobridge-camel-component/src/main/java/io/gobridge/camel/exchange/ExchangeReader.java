package io.gobridge.camel.exchange;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.HexFormat;
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

/**
 * Makes the envelope that a producer sends. Each field comes from its {@code CamelGoBridge*} header, else from its
 * reserved header, else from the delivery's envelope, else it is minted, so that a route may remove every header and
 * break nothing.
 */
public final class ExchangeReader {

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
        Delivery delivery = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
        Envelope received = delivery == null ? minted() : delivery.envelope();
        OutgoingHeaders headers = OutgoingHeaders.of(exchange.getMessage(), alsoSent);
        String path = delivery == null ? "" : PartPath.of(exchange);
        Identity identity = part(identity(headers, received.identity()), path);
        try {
            return Envelope.withId(PartPath.append(headers.text(GoBridgeConstants.MESSAGE_ID, received.id()), path))
                    .subject(headers.text(GoBridgeConstants.SUBJECT, received.subject()))
                    .payload(payload(exchange, received.payload())).headers(stamped(headers, received.headers(), identity))
                    .createdAt(headers.instant(GoBridgeConstants.CREATED_AT, received.createdAt()))
                    .expiresAt(headers.instant(GoBridgeConstants.EXPIRES_AT, received.expiresAt().orElse(null)))
                    .identity(identity).build();
        } catch (IllegalArgumentException e) {
            throw BridgeException.of(FailureCode.INVALID_HEADER, e.getMessage() + "; nothing was sent", e);
        }
    }

    /** Stands for what was received where nothing was. */
    private Envelope minted() {
        byte[] id = new byte[16];
        random.nextBytes(id);
        return Envelope.withId(HexFormat.of().formatHex(id)).createdNow(clock).build();
    }

    /** The parts of one message are different messages to a broker that removes duplicates. */
    private static Identity part(Identity identity, String path) {
        return identity.dedupId().isEmpty() || path.isEmpty()
                ? identity
                : identity.withDedupId(PartPath.append(identity.dedupId(), path));
    }

    private Headers stamped(OutgoingHeaders outgoing, Headers received, Identity identity) {
        Headers.Builder headers = outgoing.sent(received);
        stamp(headers, ReservedHeaders.IDEMPOTENCY_KEY, identity.idempotencyKey());
        stamp(headers, ReservedHeaders.DEDUP_ID, identity.dedupId());
        stamp(headers, ReservedHeaders.ORDERING_KEY, identity.orderingKey());
        Hops.forward(headers, received, bridgeId);
        return headers.build();
    }

    private static void stamp(Headers.Builder headers, String name, String value) {
        if (value.isEmpty()) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
    }

    private static Identity identity(OutgoingHeaders headers, Identity received) {
        Identity said = new Identity(
                key(headers, GoBridgeConstants.IDEMPOTENCY_KEY, ReservedHeaders.IDEMPOTENCY_KEY, received.idempotencyKey()),
                key(headers, GoBridgeConstants.DEDUP_ID, ReservedHeaders.DEDUP_ID, received.dedupId()),
                key(headers, GoBridgeConstants.ORDERING_KEY, ReservedHeaders.ORDERING_KEY, received.orderingKey()));
        return said.equals(received) ? received : said;
    }

    private static String key(OutgoingHeaders headers, String camelHeader, String reservedHeader, String received) {
        return headers.text(camelHeader, headers.text(reservedHeader, received));
    }

    private static Payload payload(Exchange exchange, Payload received) {
        Object body = exchange.getMessage().getBody();
        if (body == null) {
            return Payload.ABSENT;
        }
        if (body instanceof byte[] bytes) {
            // Comparing is cheaper than copying, and most bodies pass unchanged.
            return Arrays.equals(bytes, received.shared()) ? received : Payload.copyOf(bytes);
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
}
