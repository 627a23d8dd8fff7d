package io.gobridge.camel.conditions;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.json.JsonDefect;
import io.gobridge.camel.json.JsonTree;

/** A payload as JSON, parsed when it is first asked for and never again. Thread-safe. */
public final class JsonPayload {

    /** Payloads above this many bytes are not parsed, unless told otherwise: 4 MiB. */
    public static final int DEFAULT_LIMIT = 4 * 1024 * 1024;

    /** Deeper nesting is refused. */
    public static final int MAX_DEPTH = JsonTree.MAX_DEPTH;

    private static final byte[] NO_BYTES = new byte[0];

    private final byte[] bytes;
    private JsonTree tree;
    private JsonDefect defect;

    private JsonPayload(byte[] bytes, JsonTree tree) {
        this.bytes = bytes;
        this.tree = tree;
    }

    /** Wraps the bytes, which nobody may change any more; null is an absent payload. */
    public static JsonPayload of(byte[] bytes) {
        return new JsonPayload(bytes == null ? NO_BYTES : bytes, null);
    }

    /** Wraps a payload that needs no parsing any more. */
    public static JsonPayload of(JsonTree tree) {
        return new JsonPayload(tree.bytes(), tree);
    }

    /** Tells whether there is nothing to parse: no payload, or one of zero length. */
    public boolean isEmpty() {
        return bytes.length == 0;
    }

    /**
     * Tells whether the payload is JSON, be it JSON that {@link #tree} refuses.
     *
     * @param  limit           most bytes that are parsed
     * @throws BridgeException {@code PAYLOAD_TOO_LARGE} above the limit
     */
    public synchronized boolean isJson(int limit) {
        read(limit);
        return defect == null || defect.isRefused();
    }

    /**
     * Returns the payload as it was parsed.
     *
     * @param  limit           most bytes that are parsed
     * @throws BridgeException {@code PAYLOAD_TOO_LARGE} above the limit, {@code INVALID_PAYLOAD} when the payload is
     *                         not one JSON value in UTF-8, has a name twice in one object, is nested deeper than
     *                         {@link #MAX_DEPTH} or has a number of more than 1000 characters
     */
    public synchronized JsonTree tree(int limit) {
        read(limit);
        if (defect != null) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD,
                    "The payload is not JSON: " + defect.getMessage() + "; the message is rejected");
        }
        return tree;
    }

    private void read(int limit) {
        if (bytes.length > limit) {
            throw BridgeException.of(FailureCode.PAYLOAD_TOO_LARGE, "The payload has " + bytes.length
                                                                    + " bytes and at most " + limit
                                                                    + " are looked into; the message is rejected");
        }
        if (tree == null && defect == null) {
            try {
                tree = JsonTree.read(bytes);
            } catch (JsonDefect e) {
                defect = e;
            }
        }
    }
}
