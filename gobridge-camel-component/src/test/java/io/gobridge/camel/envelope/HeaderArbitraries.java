package io.gobridge.camel.envelope;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Headers of every type, nested ones included. */
final class HeaderArbitraries {

    private HeaderArbitraries() {
    }

    static Arbitrary<Headers> headers() {
        return map(any(2)).map(Headers::of);
    }

    /** Values of one type. */
    static Arbitrary<?> of(HeaderType type) {
        return switch (type) {
            case NULL -> Arbitraries.just(null);
            case TEXT -> texts();
            case BOOLEAN -> Arbitraries.of(true, false);
            case BYTE -> Arbitraries.bytes();
            case SHORT -> Arbitraries.shorts();
            case INT -> Arbitraries.integers();
            case LONG -> Arbitraries.longs();
            case BIG_INTEGER -> Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(80).map(BigInteger::new);
            case FLOAT -> Arbitraries.integers().map(Float::intBitsToFloat);
            case DOUBLE -> Arbitraries.longs().map(Double::longBitsToDouble).edgeCases(edges -> edges.add(Double.NaN, -0.0d,
                    Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE));
            // Beyond these scales Java's own text of a decimal cannot be read back.
            case DECIMAL ->
                Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(-1_000_000_000, 1_000_000_000))
                        .as(BigDecimal::valueOf);
            case INSTANT -> instants();
            case UNIQUE_ID -> Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(UUID::new);
            case BYTES -> Arbitraries.bytes().array(byte[].class).ofMaxSize(300);
            case LIST -> any(1).list().ofMaxSize(4);
            case MAP -> map(any(1));
        };
    }

    static Arbitrary<Instant> instants() {
        return Combinators.combine(
                Arbitraries.longs().between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
                Arbitraries.integers().between(0, 999_999_999)).as(Instant::ofEpochSecond);
    }

    private static Arbitrary<Object> any(int depth) {
        return Arbitraries.of(HeaderType.class)
                .filter(type -> depth > 0 || (type != HeaderType.LIST && type != HeaderType.MAP))
                .flatMap(type -> depth > 0 ? of(type, depth) : of(type).map(value -> (Object) value));
    }

    private static Arbitrary<Object> of(HeaderType type, int depth) {
        return switch (type) {
            case LIST -> any(depth - 1).list().ofMaxSize(4).map(value -> (Object) value);
            case MAP -> map(any(depth - 1)).map(value -> (Object) value);
            default -> of(type).map(value -> (Object) value);
        };
    }

    private static Arbitrary<Map<String, Object>> map(Arbitrary<Object> values) {
        return Arbitraries.maps(names(), values).ofMaxSize(6).map(LinkedHashMap::new);
    }

    private static Arbitrary<String> names() {
        return Arbitraries.oneOf(
                Arbitraries.of("x-bridge.route-id", "X-Bridge.Foo", "X-BRIDGE.tenant-id", "x-bridge", "text", "map", "null",
                        "a:b/c d", ".lead", "AWS.x", "id"),
                texts().filter(name -> !name.isEmpty()));
    }

    /** Any sequence of 16-bit units: control characters, quotes and halves of surrogate pairs included. */
    private static Arbitrary<String> texts() {
        return Arbitraries.oneOf(Arbitraries.strings().ofMaxLength(40), Arbitraries.strings().ascii().ofMaxLength(40),
                Arbitraries.of("\ud800", "a\udc00", "\0", "\"\\/", "\ud83d\ude00", "{\"long\":\"5\"}"));
    }
}
