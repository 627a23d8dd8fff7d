package io.gobridge.camel.transport.amqp10;

import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import io.gobridge.camel.envelope.Utf8;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;

/** Maps the values of headers to those types of AMQP that application properties may have, and any type back. */
final class AmqpValues {

    private static final BigInteger LARGEST_ULONG = BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

    private AmqpValues() {
    }

    /** Returns the value as AMQP has it; empty for one that no type has from which exactly it comes back. */
    static Optional<Object> toWire(Object header) {
        if (header instanceof String text) {
            return Utf8.isEncodable(text) ? Optional.of(text) : Optional.empty();
        }
        if (header instanceof byte[] bytes) {
            return Optional.of(new Binary(bytes));
        }
        if (header instanceof Instant instant) {
            return isWholeMillis(instant) ? date(instant).map(Object.class::cast) : Optional.empty();
        }
        boolean isSame = header instanceof Boolean || header instanceof Byte || header instanceof Short
                || header instanceof Integer || header instanceof Long || header instanceof Float
                || header instanceof Double || header instanceof UUID;
        return isSame ? Optional.of(header) : Optional.empty();
    }

    /**
     * Returns the value as a header has it: an unsigned number as the next larger signed one, a symbol or character as
     * text.
     *
     * @throws IllegalArgumentException when headers have no such type
     */
    static Object fromWire(Object value) {
        if (value instanceof Binary binary) {
            return bytes(binary);
        }
        if (value instanceof Date date) {
            return date.toInstant();
        }
        if (value instanceof Symbol || value instanceof Character) {
            return value.toString();
        }
        if (value instanceof UnsignedByte number) {
            return number.shortValue();
        }
        if (value instanceof UnsignedShort number) {
            return number.intValue();
        }
        if (value instanceof UnsignedInteger number) {
            return number.longValue();
        }
        if (value instanceof UnsignedLong number) {
            return number.bigIntegerValue();
        }
        return fromCollection(value);
    }

    private static Object fromCollection(Object value) {
        if (value instanceof List<?> list) {
            return fromList(list);
        }
        if (value instanceof Object[] array) {
            return fromList(Arrays.asList(array));
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> headers = new LinkedHashMap<>();
            map.forEach((key, element) -> headers.put(String.valueOf(key), fromWire(element)));
            return headers;
        }
        if (value == null || toWire(value).isPresent()) {
            return value;
        }
        throw new IllegalArgumentException("a value is a " + value.getClass().getSimpleName() + ", which headers do not have");
    }

    private static List<Object> fromList(List<?> list) {
        List<Object> headers = new ArrayList<>(list.size());
        list.forEach(element -> headers.add(fromWire(element)));
        return headers;
    }

    /** Returns the id as AMQP has it; empty for a header that no message id or correlation id can be. */
    static Optional<Object> toId(Object header) {
        if (header instanceof BigInteger number && number.signum() >= 0 && number.compareTo(LARGEST_ULONG) <= 0) {
            return Optional.of(UnsignedLong.valueOf(number));
        }
        boolean isId = header instanceof String || header instanceof UUID || header instanceof byte[];
        return isId ? toWire(header) : Optional.empty();
    }

    static byte[] bytes(Binary binary) {
        byte[] bytes = new byte[binary.getLength()];
        binary.asByteBuffer().get(bytes);
        return bytes;
    }

    /** Tells whether the instant is no finer than the timestamps of AMQP. */
    static boolean isWholeMillis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).equals(instant);
    }

    /** Returns the instant cut to milliseconds; empty when it is too far away for them. */
    static Optional<Date> date(Instant instant) {
        try {
            return Optional.of(Date.from(instant));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
