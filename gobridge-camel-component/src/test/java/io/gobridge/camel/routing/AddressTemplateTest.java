package io.gobridge.camel.routing;

import java.util.Map;

import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Behaviour cases 21 to 26. */
class AddressTemplateTest {

    private static final Headers HEADERS
            = Headers.of(Map.of("id", "device-42", "a", "1", "k", "", "number", 5, "Case", "upper", "tenant", "{id}"));

    @ParameterizedTest
    @CsvSource({
            "devices/{id}/cmd, devices/device-42/cmd", "{id}, device-42", "{a}{a}, 11", "{Case}, upper",
            "x/{k}/y, x//y", "t/{tenant}, t/{id}", "a}b, a}b" })
    void shouldFillInTheTextHeadersOfExactlyThatName(String template, String expected) {
        assertThat(AddressTemplate.of(template).render(HEADERS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = { "{missing}", "{}", "q/{tenant", "pre/{a}/{tail", "{k}", "{number}", "{case}", "{ id}", "{{id}}" })
    void shouldRejectWhatItCannotFillIn(String template) {
        BridgeException failure = failure(template, HEADERS);

        assertThat(failure.code()).isEqualTo(FailureCode.ADDRESS_TEMPLATE);
        assertThat(failure.kind()).isEqualTo(FailureKind.REJECTED);
        assertThat(failure).hasMessageContaining(template).hasMessageContaining("nothing was sent");
    }

    @Test
    void shouldRenderTheEmptyTemplateToTheTargetsOwnAddress() {
        assertThat(AddressTemplate.of("").render(Headers.empty())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "\n", "\r", "\t", "\0", "\u007f", "\u0085" })
    void shouldRejectAControlCharacterWhereverItComesFrom(String control) {
        assertThat(failure("a/{v}", Headers.of(Map.of("v", "x" + control + "y"))).code())
                .isEqualTo(FailureCode.ADDRESS_TEMPLATE);
        assertThat(failure("a" + control + "b", Headers.empty()).code()).isEqualTo(FailureCode.ADDRESS_TEMPLATE);
    }

    @ParameterizedTest
    @ValueSource(strings = { "mqtt/topic/#", "amqp/*/key", "https://host:8443/a?b=c&d=%20", "$SYS/x", "\u00fc/\ud83d\ude00" })
    void shouldLeaveTheRestToTheTransport(String address) {
        assertThat(AddressTemplate.of(address).render(Headers.empty())).isEqualTo(address);
        assertThat(AddressTemplate.of("{v}").render(Headers.of(Map.of("v", address)))).isEqualTo(address);
    }

    @Test
    void shouldNotTellTheValueOfAHeaderInAFailure() {
        assertThat(failure("{v}", Headers.of(Map.of("v", "secret\n")))).hasMessageNotContaining("secret");
    }

    @Property
    void shouldNeverExpandAValueAgain(@ForAll @AlphaChars @NotEmpty String name, @ForAll @AlphaChars @NotEmpty String other) {
        Headers headers = Headers.builder().put(other, "expanded").put(name, "{" + other + "}{" + name + "}{").build();

        assertThat(AddressTemplate.of("a/{" + name + "}/b").render(headers))
                .isEqualTo("a/{" + other + "}{" + name + "}{/b");
    }

    @Property
    void shouldRenderOrFailInOneWay(@ForAll String template) {
        try {
            assertThat(AddressTemplate.of(template).render(HEADERS)).isNotNull();
        } catch (BridgeException failure) {
            assertThat(failure.code()).isEqualTo(FailureCode.ADDRESS_TEMPLATE);
        }
    }

    private static BridgeException failure(String template, Headers headers) {
        BridgeException failure
                = catchThrowableOfType(BridgeException.class, () -> AddressTemplate.of(template).render(headers));
        assertThat(failure).as(template).isNotNull();
        return failure;
    }
}
