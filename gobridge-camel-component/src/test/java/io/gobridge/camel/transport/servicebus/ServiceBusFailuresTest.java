package io.gobridge.camel.transport.servicebus;

import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.messaging.servicebus.ServiceBusErrorSource;
import com.azure.messaging.servicebus.ServiceBusException;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceBusFailuresTest {

    private static AmqpException amqp(AmqpErrorCondition condition) {
        return new AmqpException(true, condition, "secret", null);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            UNAUTHORIZED_ACCESS,        NOT_AUTHORIZED,    TARGET
            NOT_FOUND,                  NOT_FOUND,         TARGET
            ENTITY_DISABLED_ERROR,      UNAVAILABLE,       TARGET
            RESOURCE_LIMIT_EXCEEDED,    BROKER_BUSY,       MESSAGE
            SERVER_BUSY_ERROR,          THROTTLED,         MESSAGE
            TIMEOUT_ERROR,              TIMEOUT,           MESSAGE
            LINK_PAYLOAD_SIZE_EXCEEDED, PAYLOAD_TOO_LARGE, MESSAGE
            MESSAGE_LOCK_LOST,          LOCK_LOST,         MESSAGE
            SESSION_LOCK_LOST,          LOCK_LOST,         MESSAGE
            MESSAGE_NOT_FOUND,          LOCK_LOST,         MESSAGE
            SESSION_CANNOT_BE_LOCKED,   UNAVAILABLE,       TARGET
            NOT_ALLOWED,                NOT_SUPPORTED,     MESSAGE
            ARGUMENT_ERROR,             PROTOCOL_ERROR,    MESSAGE
            PROTON_IO,                  CONNECTION_LOST,   TARGET
            LINK_DETACH_FORCED,         CONNECTION_LOST,   TARGET
            INTERNAL_ERROR,             UNAVAILABLE,       TARGET
            """)
    void shouldReadACondition(AmqpErrorCondition condition, FailureCode code, FailureScope scope) {
        ServiceBusException known = new ServiceBusException(amqp(condition), ServiceBusErrorSource.SEND);

        for (Throwable error : new Throwable[] { known, amqp(condition), new CompletionException(known) }) {
            BridgeException failure = ServiceBusFailures.of(error, "Sending");

            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.scope()).isEqualTo(scope);
            assertThat(failure.getMessage()).startsWith("Sending failed with ").doesNotContain("secret");
        }
    }

    @Test
    void shouldReadWhatHasNoCondition() {
        assertThat(code(new TimeoutException("secret"))).isEqualTo(FailureCode.TIMEOUT);
        assertThat(code(new ClientAuthenticationException("secret", null))).isEqualTo(FailureCode.NOT_AUTHORIZED);
        assertThat(code(new UnsupportedOperationException("secret"))).isEqualTo(FailureCode.NOT_SUPPORTED);
        assertThat(code(new IllegalStateException("disposed"))).isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(code(new AmqpException(false, "The link is closed", null))).isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(code(new ArithmeticException("secret"))).isEqualTo(FailureCode.UNKNOWN);
    }

    @Test
    void shouldKeepAFailureAsItIs() {
        BridgeException failure = BridgeException.of(FailureCode.INVALID_HEADER, "bad");

        assertThat(ServiceBusFailures.of(failure, "Sending")).isSameAs(failure);
    }

    @Test
    void shouldBlameOneMessageOnlyForWhatAMessageCanDo() {
        assertThat(blames(FailureCode.NOT_SUPPORTED)).isTrue();
        assertThat(blames(FailureCode.PAYLOAD_TOO_LARGE)).isTrue();
        assertThat(blames(FailureCode.NOT_AUTHORIZED)).isFalse();
        assertThat(blames(FailureCode.THROTTLED)).isFalse();
    }

    private static boolean blames(FailureCode code) {
        return ServiceBusFailures.mayBlameOneMessage(BridgeException.of(code, "any"));
    }

    private static FailureCode code(Throwable error) {
        BridgeException failure = ServiceBusFailures.of(error, "Sending");
        assertThat(failure.getMessage()).doesNotContain("secret");
        return failure.code();
    }
}
