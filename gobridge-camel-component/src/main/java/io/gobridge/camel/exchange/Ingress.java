package io.gobridge.camel.exchange;

import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * Cleans what comes from the wire, before anything reads a header: reserved and Camel headers are stripped in any
 * letter case, then the typed identity, the correlation id and the route's own marks are stamped.
 */
final class Ingress {

    private final IntakeSettings settings;
    private final RandomGenerator random;
    private final LongAdder trustedHeaders = new LongAdder();

    Ingress(IntakeSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
    }

    Envelope admit(Delivery delivery) {
        Envelope wire = delivery.envelope();
        Headers.Builder headers = wire.headers().toBuilder().removeIf(this::isUnwanted);
        Identity identity = wire.identity();
        stamp(headers, ReservedHeaders.IDEMPOTENCY_KEY, identity.idempotencyKey());
        stamp(headers, ReservedHeaders.DEDUP_ID, identity.dedupId());
        stamp(headers, ReservedHeaders.ORDERING_KEY, identity.orderingKey());
        if (!settings.trustsBridgeHeaders() || !wire.headers().contains(ReservedHeaders.CORRELATION_ID)) {
            headers.put(ReservedHeaders.CORRELATION_ID, mintCorrelationId());
        }
        headers.put(ReservedHeaders.ROUTE_ID, settings.routeId());
        headers.put(ReservedHeaders.SOURCE_ID, settings.sourceId());
        if (delivery.identity() == IdentityKind.GENERATED) {
            headers.put(ReservedHeaders.GENERATED_ID, true);
        }
        return wire.toBuilder().headers(headers.build()).build();
    }

    /** Fails when the message must not enter the route: it expired, or it went through too many bridges. */
    void guard(Envelope envelope, Instant now) {
        if (envelope.isExpired(now)) {
            throw BridgeException.of(FailureCode.MESSAGE_EXPIRED, "Message " + envelope.id() + " expired at "
                                                                  + envelope.expiresAt().orElseThrow());
        }
        int hops = Hops.count(envelope.headers());
        if (hops > settings.maxHops()) {
            throw BridgeException.of(FailureCode.LOOP_DETECTED, "Message " + envelope.id() + " went through " + hops
                                                                + " bridges, more than maxHops=" + settings.maxHops() + ": "
                                                                + Hops.path(envelope.headers()));
        }
    }

    /** Returns how many reserved headers were kept because the peer is trusted. */
    long trustedHeaders() {
        return trustedHeaders.sum();
    }

    private boolean isUnwanted(String name) {
        if (ReservedHeaders.isCamel(name)) {
            return true;
        }
        if (!ReservedHeaders.isReserved(name)) {
            return false;
        }
        boolean trusted = settings.trustsBridgeHeaders() && ReservedHeaders.BRIDGE_TO_BRIDGE.contains(name);
        if (trusted) {
            trustedHeaders.increment();
        }
        return !trusted;
    }

    private static void stamp(Headers.Builder headers, String name, String value) {
        if (value.isEmpty()) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
    }

    private String mintCorrelationId() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
