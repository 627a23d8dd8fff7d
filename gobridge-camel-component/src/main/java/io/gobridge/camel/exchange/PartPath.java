package io.gobridge.camel.exchange;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;

/**
 * Where an exchange stands in the splits, loops and multicasts around it: their indexes, outermost first, joined by
 * {@code /}. {@link PartPathInterceptor} keeps the part outside the innermost one.
 */
final class PartPath {

    private PartPath() {
    }

    /** Returns the path, empty outside of any split, loop or multicast. */
    static String of(Exchange exchange) {
        String outer = exchange.getProperty(GoBridgeConstants.PART_PATH, "", String.class);
        Integer index = index(exchange);
        if (index == null) {
            return outer;
        }
        return outer.isEmpty() ? index.toString() : outer + "/" + index;
    }

    /** Returns the id of the part at the path, stable over redelivery. */
    static String append(String id, String path) {
        return path.isEmpty() ? id : id + "/" + path;
    }

    private static Integer index(Exchange exchange) {
        for (ExchangePropertyKey key : INDEXES) {
            Integer index = exchange.getProperty(key, Integer.class);
            if (index != null) {
                return index;
            }
        }
        return null;
    }

    /** The properties in which Camel keeps the index of the innermost part. */
    static final ExchangePropertyKey[] INDEXES
            = { ExchangePropertyKey.SPLIT_INDEX, ExchangePropertyKey.LOOP_INDEX, ExchangePropertyKey.MULTICAST_INDEX };
}
