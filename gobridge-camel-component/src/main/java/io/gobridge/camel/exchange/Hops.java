package io.gobridge.camel.exchange;

import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;

/** Reads and writes how many bridges a message went through, and which. */
final class Hops {

    /** Longest path kept, in characters; older bridges fall off its front. */
    private static final int MAX_PATH = 1024;

    private Hops() {
    }

    /** Returns the hop count; a missing or malformed one is 0. */
    static int count(Headers headers) {
        Object hop = headers.get(ReservedHeaders.FORWARDED_HOP).orElse(0);
        try {
            double count = hop instanceof Number number ? number.doubleValue() : Double.parseDouble(hop.toString());
            // The cast keeps what is too large at the largest int: a loop must not begin anew.
            return Math.max(0, (int) count);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Returns the bridges so far, separated by commas. */
    static String path(Headers headers) {
        return headers.text(ReservedHeaders.FORWARDED_FROM).orElse("");
    }

    /** Adds this bridge. */
    static void forward(Headers.Builder onward, Headers received, String bridgeId) {
        String path = path(received);
        String longer = path.isEmpty() ? bridgeId : path + "," + bridgeId;
        onward.put(ReservedHeaders.FORWARDED_FROM,
                longer.length() <= MAX_PATH ? longer : longer.substring(longer.length() - MAX_PATH));
        onward.put(ReservedHeaders.FORWARDED_HOP, count(received) + 1);
    }
}
