package io.gobridge.camel.processors.tenant;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Case 88. */
class TenantIdTest {

    static Stream<Arguments> ids() {
        return Stream.of(
                arguments("acme", "acme"), arguments(" acme ", " acme "), arguments("042", "042"), arguments(42, "42"),
                arguments(42L, "42"), arguments((short) -7, "-7"), arguments((byte) 1, "1"), arguments(42.0, "42"),
                arguments(42.0f, "42"), arguments(new BigDecimal("4.200e1"), "42"), arguments(new BigDecimal("1e3"), "1000"),
                arguments(0.0, "0"), arguments(new BigInteger("18446744073709551615"), "18446744073709551615"),
                arguments(9007199254740993L, "9007199254740993"));
    }

    @ParameterizedTest
    @MethodSource("ids")
    void shouldReadTextAsItIsAndWholeNumbersAsDecimals(Object header, String id) {
        assertThat(TenantId.of(header)).contains(id);
    }

    static Stream<Object> malformed() {
        return Stream.of(4.2, 4.2f, new BigDecimal("0.1"), Double.NaN, Double.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY,
                new BigDecimal("1e999999999"), true, new byte[] { 1 }, List.of("acme"), 'a');
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void shouldRefuseAnythingElse(Object header) {
        assertThatThrownBy(() -> TenantId.of(header)).isInstanceOfSatisfying(BridgeException.class, failure -> {
            assertThat(failure.code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
            assertThat(failure).hasMessageContaining("reason=malformed").hasMessageNotContaining("4.2");
        });
    }

    @Test
    void shouldFindNoneWhereNoneIsNamed() {
        assertThat(TenantId.of(null)).isEmpty();
        assertThat(TenantId.of("")).isEmpty();
    }
}
