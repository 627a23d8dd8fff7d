package io.gobridge.camel.transport.amqp10;

import java.net.ConnectException;

import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;

import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.apache.qpid.jms.exceptions.JmsConnectionFailedException;
import org.apache.qpid.jms.exceptions.JmsExceptionSupport;
import org.apache.qpid.jms.provider.ProviderException;
import org.apache.qpid.jms.provider.exceptions.ProviderDeliveryModifiedException;
import org.apache.qpid.jms.provider.exceptions.ProviderDeliveryReleasedException;
import org.apache.qpid.jms.provider.exceptions.ProviderInvalidDestinationException;
import org.apache.qpid.jms.provider.exceptions.ProviderResourceAllocationException;
import org.apache.qpid.jms.provider.exceptions.ProviderSecurityException;
import org.apache.qpid.jms.provider.exceptions.ProviderSendTimedOutException;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AmqpFailuresTest {

    @ParameterizedTest
    @CsvSource({
            "amqp:internal-error, UNAVAILABLE", "amqp:link:message-size-exceeded, PAYLOAD_TOO_LARGE",
            "amqp:decode-error, INVALID_PAYLOAD", "amqp:invalid-field, INVALID_PAYLOAD", "amqp:not-allowed, NOT_SUPPORTED",
            "amqp:not-implemented, NOT_SUPPORTED", "amqp:precondition-failed, NOT_SUPPORTED", "failed, UNAVAILABLE",
            "vendor:anything, UNAVAILABLE" })
    void shouldReadTheConditionOfARejectedMessage(String condition, FailureCode code) {
        var unit = AmqpFailures.ofSend(error(new ProviderException("secret [condition = " + condition + "]")), "Message m1");

        assertThat(unit.code()).isEqualTo(code);
        assertThat(unit.getMessage()).contains(condition).doesNotContain("secret");
    }

    @Test
    void shouldKnowTheErrorsThatTheClientLibraryKnows() {
        assertThat(sendCode(new ProviderSecurityException("[condition = amqp:unauthorized-access]")))
                .isEqualTo(FailureCode.NOT_AUTHORIZED);
        assertThat(sendCode(new ProviderInvalidDestinationException("[condition = amqp:not-found]")))
                .isEqualTo(FailureCode.NOT_FOUND);
        assertThat(sendCode(new ProviderResourceAllocationException("[condition = amqp:resource-limit-exceeded]")))
                .isEqualTo(FailureCode.BROKER_BUSY);
        assertThat(sendCode(new ProviderException("rejected without a condition"))).isEqualTo(FailureCode.UNAVAILABLE);
        assertThat(AmqpFailures.ofSend(new JMSException("no answer"), "Message m1").code())
                .isEqualTo(FailureCode.CONNECTION_LOST);
    }

    @Test
    void shouldTellWhatCanBeTriedAgainFromWhatCannot() {
        Modified elsewhere = new Modified();
        elsewhere.setUndeliverableHere(true);

        assertThat(sendCode(new ProviderDeliveryReleasedException("released"))).isEqualTo(FailureCode.UNAVAILABLE);
        assertThat(sendCode(new ProviderDeliveryModifiedException("modified", new Modified())))
                .isEqualTo(FailureCode.UNAVAILABLE);
        assertThat(sendCode(new ProviderDeliveryModifiedException("modified", elsewhere)))
                .isEqualTo(FailureCode.NOT_SUPPORTED);
    }

    @Test
    void shouldTellATimeoutFromALostConnection() {
        assertThat(sendCode(new ProviderSendTimedOutException("late")))
                .isEqualTo(FailureCode.TIMEOUT);
        assertThat(AmqpFailures.ofSend(new JmsConnectionFailedException(new ProviderException("gone")), "Message m1").code())
                .isEqualTo(FailureCode.CONNECTION_LOST);
    }

    @ParameterizedTest
    @CsvSource({
            "amqp:unauthorized-access, NOT_AUTHORIZED", "amqp:not-found, NOT_FOUND", "amqp:resource-deleted, NOT_FOUND",
            "amqp:resource-limit-exceeded, BROKER_BUSY", "amqp:not-implemented, NOT_SUPPORTED",
            "amqp:invalid-field, INVALID_CONFIG", "amqp:connection:forced, CONNECTION_LOST" })
    void shouldBlameTheTargetForTheLink(String condition, FailureCode code) {
        var unit = AmqpFailures.ofLink(error(new ProviderException("secret [condition = " + condition + "]")), "Attaching");

        assertThat(unit.code()).isEqualTo(code);
        assertThat(unit.scope()).isEqualTo(FailureScope.TARGET);
        assertThat(unit.getMessage()).doesNotContain("secret");
    }

    @Test
    void shouldBlameTheConfigurationForWhatNoBrokerTakes() {
        assertThat(AmqpFailures.ofLink(new InvalidSelectorException("x"), "Attaching").code())
                .isEqualTo(FailureCode.INVALID_CONFIG);
        assertThat(AmqpFailures.ofLink(new InvalidClientIDException("x"), "Attaching").code())
                .isEqualTo(FailureCode.INVALID_CONFIG);
    }

    @Test
    void shouldNameTheErrorOfTheNetworkAndNotQuoteIt() {
        var unit = AmqpFailures.ofLink(error(new ConnectException("to a secret place")), "Connecting");

        assertThat(unit.code()).isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(unit.getMessage()).contains("ConnectException").doesNotContain("secret");
    }

    private static FailureCode sendCode(ProviderException outcome) {
        return AmqpFailures.ofSend(error(outcome), "Message m1").code();
    }

    private static JMSException error(Exception cause) {
        return JmsExceptionSupport.create(cause);
    }
}
