package io.gobridge.camel.envelope;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Names the headers that belong to the bridge. The prefix is compared ignoring case, exact look-ups use exact case.
 */
public final class ReservedHeaders {

    /** Every header that starts with this, in any letter case, is reserved. */
    public static final String PREFIX = "x-bridge.";

    /** Links the messages of one conversation; 32 hex digits when the bridge mints it. */
    public static final String CORRELATION_ID = PREFIX + "correlation-id";
    /** The id of the message that caused this one. */
    public static final String CAUSATION_ID = PREFIX + "causation-id";
    /** {@link Identity#idempotencyKey()}. */
    public static final String IDEMPOTENCY_KEY = PREFIX + "idempotency-key";
    /** {@link Identity#dedupId()}. */
    public static final String DEDUP_ID = PREFIX + "dedup-id";
    /** {@link Identity#orderingKey()}. */
    public static final String ORDERING_KEY = PREFIX + "ordering-key";
    /** The tenant that the message belongs to. */
    public static final String TENANT_ID = PREFIX + "tenant-id";
    /** The bridges that the message went through, in order, separated by commas. */
    public static final String FORWARDED_FROM = PREFIX + "forwarded-from";
    /** How many bridges the message went through. */
    public static final String FORWARDED_HOP = PREFIX + "forwarded-hop";

    /** The Camel route that took the message in. */
    public static final String ROUTE_ID = PREFIX + "route-id";
    /** The name of the {@code gobridge:} consumer that took the message in. */
    public static final String SOURCE_ID = PREFIX + "source-id";
    /** The binding that a step chose for the message. */
    public static final String ROUTE_OVERRIDE = PREFIX + "route-override";
    /** The media type of the payload. */
    public static final String CONTENT_TYPE = PREFIX + "content-type";
    /** Present when the bridge minted the message id. */
    public static final String GENERATED_ID = PREFIX + "generated-id";
    /** Opaque request / response data of the source's protocol. */
    public static final String CORRELATION_DATA = PREFIX + "correlation-data";

    /** The dead letter that a redriven message comes from, while an outbox keeps the message; it is never sent. */
    public static final String DEAD_LETTER = PREFIX + "dead-letter";

    /** The headers that one bridge may pass to the next, in the order in which a narrow wire keeps them. */
    public static final Set<String> BRIDGE_TO_BRIDGE = orderedSet(IDEMPOTENCY_KEY, DEDUP_ID, ORDERING_KEY, CORRELATION_ID,
            CAUSATION_ID, TENANT_ID, FORWARDED_FROM, FORWARDED_HOP);

    private static final String CAMEL_PREFIX = "camel";
    private static final String CAMEL_PACKAGE = "org.apache.camel.";

    /** Sets an ASCII letter to lower case. */
    private static final int CASE_BIT = 0x20;

    private ReservedHeaders() {
    }

    /** Tells whether the name has the reserved prefix, in any letter case. */
    public static boolean isReserved(String name) {
        return startsWithIgnoringCase(name, PREFIX);
    }

    /**
     * Tells whether the name could drive a Camel component: {@code Camel*} or {@code org.apache.camel.*} in any letter
     * case.
     */
    public static boolean isCamel(String name) {
        return startsWithIgnoringCase(name, CAMEL_PREFIX) || startsWithIgnoringCase(name, CAMEL_PACKAGE);
    }

    private static boolean startsWithIgnoringCase(String name, String prefix) {
        // Most names differ in their first letter, and every name of every message is asked for.
        return !name.isEmpty() && (name.charAt(0) | CASE_BIT) == prefix.charAt(0)
                && name.regionMatches(true, 0, prefix, 0, prefix.length());
    }

    private static Set<String> orderedSet(String... names) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(names)));
    }
}
