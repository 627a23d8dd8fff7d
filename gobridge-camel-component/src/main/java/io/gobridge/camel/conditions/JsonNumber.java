package io.gobridge.camel.conditions;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A number of a JSON payload, as it was written: {@code 1.10} stays {@code 1.10} and {@code 1e400} does not overflow.
 *
 * @param token the characters of the number
 */
public record JsonNumber(String token) {

    /** Returns the exact value; empty when its exponent is beyond what a {@link BigDecimal} can hold. */
    public Optional<BigDecimal> decimal() {
        try {
            return Optional.of(new BigDecimal(token));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns the token. */
    @Override
    public String toString() {
        return token;
    }
}
