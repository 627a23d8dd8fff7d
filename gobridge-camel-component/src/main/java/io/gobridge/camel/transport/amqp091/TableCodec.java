package io.gobridge.camel.transport.amqp091;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.rabbitmq.client.LongString;
import io.gobridge.camel.envelope.Utf8;

/** Writes header values as the types that a table of AMQP 0-9-1 has, and reads them back. */
final class TableCodec {

    /** Deeper nesting is not for every broker. */
    private static final int DEEPEST = 50;

    /** Deeper nesting is for no dead letter, and some of what strangers send would end the thread that reads it. */
    private static final int DEEPEST_READ = 150;

    private static final int MOST_SCALE = 255;

    private static final int MOST_BITS_OF_A_DECIMAL = 31;

    /** The end of the year 9999: what is later, or before 1970, is not the same to everybody. */
    private static final long LATEST_SECOND = 253_402_300_799L;

    private TableCodec() {
    }

    /**
     * Returns what a table holds for the value, which is not null; empty when it has no type from which exactly the
     * value comes back.
     */
    static Optional<Object> write(Object value) {
        return isNative(value, 0) ? Optional.of(encode(value)) : Optional.empty();
    }

    /** Tells whether an instant has the one second resolution of a timestamp. */
    static boolean isTimestamp(Instant instant) {
        return instant.getNano() == 0 && instant.getEpochSecond() >= 0 && instant.getEpochSecond() <= LATEST_SECOND;
    }

    /**
     * Returns the value of a table's field, whoever wrote it; a text that is not in UTF-8 is bytes.
     *
     * @throws IllegalArgumentException when it is nested deeper than 150 levels
     */
    static Object read(Object field) {
        return read(field, 0);
    }

    private static Object read(Object field, int depth) {
        if (depth > DEEPEST_READ) {
            throw new IllegalArgumentException("a header is nested deeper than " + DEEPEST_READ + " levels");
        }
        if (field instanceof LongString text) {
            byte[] bytes = text.getBytes();
            return Amqp091Text.decode(bytes).<Object> map(decoded -> decoded).orElse(bytes);
        }
        if (field instanceof Date date) {
            return date.toInstant();
        }
        if (field instanceof List<?> list) {
            List<Object> values = new ArrayList<>(list.size());
            list.forEach(element -> values.add(read(element, depth + 1)));
            return values;
        }
        if (field instanceof Map<?, ?> map) {
            Map<String, Object> values = new LinkedHashMap<>();
            map.forEach((name, element) -> values.put((String) name, read(element, depth + 1)));
            return values;
        }
        return field;
    }

    private static boolean isNative(Object value, int depth) {
        if (value instanceof String text) {
            return Utf8.isEncodable(text);
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.scale() >= 0 && decimal.scale() <= MOST_SCALE
                    && decimal.unscaledValue().bitLength() <= MOST_BITS_OF_A_DECIMAL;
        }
        if (value instanceof Instant instant) {
            return isTimestamp(instant);
        }
        if (value instanceof List<?> list) {
            return depth < DEEPEST && list.stream().allMatch(element -> isNative(element, depth + 1));
        }
        if (value instanceof Map<?, ?> map) {
            return depth < DEEPEST && map.entrySet().stream().allMatch(entry -> Amqp091Text.isShort((String) entry.getKey())
                    && isNative(entry.getValue(), depth + 1));
        }
        return value == null || value instanceof Boolean || value instanceof Byte || value instanceof Short
                || value instanceof Integer
                || value instanceof Long || value instanceof Float || value instanceof Double || value instanceof byte[];
    }

    private static Object encode(Object value) {
        if (value instanceof Instant instant) {
            return Date.from(instant);
        }
        if (value instanceof List<?> list) {
            List<Object> fields = new ArrayList<>(list.size());
            list.forEach(element -> fields.add(encode(element)));
            return fields;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> fields = new LinkedHashMap<>();
            map.forEach((name, element) -> fields.put((String) name, encode(element)));
            return fields;
        }
        return value;
    }
}
