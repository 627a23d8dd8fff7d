package io.gobridge.camel.processors.filter;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class FilterSettingsTest {

    private static final Condition CONDITION = Condition.parse("a = 1");

    /** Case 74. */
    @Test
    void shouldRefuseAnActionThatDoesNotExist() {
        assertRefused(() -> FilterSettings.read("f", "a = 1", "skip", null, false, 1))
                .hasMessageContaining("Filter 'f'").hasMessageContaining("action=skip: allowed are pass, drop and route");
    }

    /** Case 74. */
    @Test
    void shouldRefuseAnOperatorThatDoesNotExist() {
        assertRefused(() -> FilterSettings.read("f", "a ~ 1", "pass", null, false, 1))
                .hasMessageContaining("condition=a ~ 1: ").hasMessageContaining("position 3");
    }

    /** Case 74. */
    @Test
    void shouldRefuseARouteThatLeadsNowhere() {
        assertRefused(() -> FilterSettings.read("f", "a = 1", "route", " ", false, 1))
                .hasMessageContaining("routeTo= : action=route needs the id of a binding");
        assertRefused(() -> FilterSettings.of("f", CONDITION).withAction(FilterAction.ROUTE))
                .hasMessageContaining("routeTo=null");
    }

    /** Case 64. */
    @Test
    void shouldRefuseExistsWithoutTrueOrFalse() {
        for (String value : new String[] { "null", "'true'", "1" }) {
            assertRefused(() -> FilterSettings.read("f", "a exists " + value, "pass", null, false, 1))
                    .hasMessageContaining("true or false");
        }
    }

    @Test
    void shouldNameAllThatIsWrongAtOnce() {
        assertRefused(() -> FilterSettings.read(" ", null, "stop", null, false, 0))
                .hasMessageContaining("4 problems").hasMessageContaining("name= ").hasMessageContaining("condition=null")
                .hasMessageContaining("action=stop").hasMessageContaining("payloadLimit=0");
        assertRefused(() -> FilterSettings.read("f", "a =", "drop", "b", false, 1))
                .hasMessageContaining("2 problems").hasMessageContaining("routeTo=b: it goes with action=route only");
    }

    @Test
    void shouldRefuseNulls() {
        assertRefused(() -> new FilterSettings(null, null, null, null, false, 1)).hasMessageContaining("3 problems");
    }

    @Test
    void shouldReadActionsInAnyLetterCase() {
        assertThat(FilterSettings.read("f", "a = 1", "Route", "b2", true, 7))
                .isEqualTo(new FilterSettings("f", CONDITION, FilterAction.ROUTE, "b2", true, 7));
    }

    private static AbstractThrowableAssert<?, BridgeException> assertRefused(ThrowingCallable settings) {
        BridgeException error = catchThrowableOfType(BridgeException.class, settings);
        assertThat(error.code()).isEqualTo(FailureCode.INVALID_CONFIG);
        return assertThat(error);
    }
}
