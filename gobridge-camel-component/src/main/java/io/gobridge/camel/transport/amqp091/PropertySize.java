package io.gobridge.camel.transport.amqp091;

import java.util.Map;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.LongString;

/** How much properties may take on the wire, without encoding them: nearly all are far from any limit. */
final class PropertySize {

    /** The frame, the flags, the numbers, and ten texts of at most 255 bytes. */
    private static final long WITHOUT_HEADERS = 3_000;
    /** A text of Java has at most three bytes of UTF-8 for each of its units. */
    private static final long PER_UNIT = 3;
    /** Type and length of a value, and the length of its name. */
    private static final long PER_HEADER = 6;
    /** No number or moment has more. */
    private static final long NUMBER = 16;

    private PropertySize() {
    }

    /** Returns no less than the properties take; {@link Long#MAX_VALUE} for what has to be encoded to know. */
    static long atMost(BasicProperties properties) {
        long most = WITHOUT_HEADERS;
        Map<String, Object> headers = properties.getHeaders() == null ? Map.of() : properties.getHeaders();
        for (Map.Entry<String, Object> header : headers.entrySet()) {
            long value = atMost(header.getValue());
            if (value == Long.MAX_VALUE) {
                return value;
            }
            most += PER_HEADER + PER_UNIT * header.getKey().length() + value;
        }
        return most;
    }

    private static long atMost(Object value) {
        if (value instanceof String text) {
            return PER_UNIT * text.length();
        }
        if (value instanceof LongString text) {
            return text.length();
        }
        return value instanceof Integer || value instanceof Long || value instanceof Boolean || value instanceof Double
                ? NUMBER : Long.MAX_VALUE;
    }
}
