package io.gobridge.camel.processors.tenant;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/** Reads a tenant's id from a header: text as it is, a whole number as its decimal text. */
final class TenantId {

    private static final int MOST_DIGITS = 400;

    private TenantId() {
    }

    /**
     * Returns the id, empty when the header is not there or empty.
     *
     * @throws io.gobridge.camel.failure.BridgeException {@code INVALID_PAYLOAD} when it is anything else
     */
    static Optional<String> of(Object value) {
        if (value == null || value.equals("")) {
            return Optional.empty();
        }
        return Optional.of(value instanceof String text ? text : wholeNumber(value).orElseThrow(Refusal.MALFORMED::failure));
    }

    private static Optional<String> wholeNumber(Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte
                || value instanceof BigInteger) {
            return Optional.of(value.toString());
        }
        if (value instanceof BigDecimal decimal) {
            return wholeNumber(decimal);
        }
        boolean isFinite = value instanceof Double number
                ? Double.isFinite(number)
                : value instanceof Float single && Float.isFinite(single);
        return isFinite ? wholeNumber(new BigDecimal(value.toString())) : Optional.empty();
    }

    private static Optional<String> wholeNumber(BigDecimal decimal) {
        BigDecimal stripped = decimal.stripTrailingZeros();
        // A header of 1e999999999 must not become a text of a gigabyte.
        boolean isWhole = stripped.scale() <= 0 && stripped.scale() > -MOST_DIGITS;
        return isWhole ? Optional.of(stripped.toBigInteger().toString()) : Optional.empty();
    }
}
