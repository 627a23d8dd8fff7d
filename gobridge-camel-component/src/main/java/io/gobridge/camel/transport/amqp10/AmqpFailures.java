package io.gobridge.camel.transport.amqp10;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.failure.Failures;
import org.apache.qpid.jms.JmsSendTimedOutException;
import org.apache.qpid.jms.exceptions.JmsConnectionFailedException;
import org.apache.qpid.jms.provider.exceptions.ProviderDeliveryModifiedException;
import org.apache.qpid.jms.provider.exceptions.ProviderDeliveryReleasedException;

/**
 * Says what an error condition of the broker, an outcome or an error of the client library means. Messages name the
 * condition and never repeat a description, which may quote a value; the cause has it.
 */
final class AmqpFailures {

    /** The client library has the condition of a peer's error in its text only. */
    private static final Pattern CONDITION = Pattern.compile("\\[condition = ([a-z0-9:._-]+)]\\s*$");

    private AmqpFailures() {
    }

    /** Returns the failure of a connection or a link; always the target's fault. */
    static BridgeException ofLink(Throwable error, String what) {
        if (error instanceof BridgeException failure) {
            return failure;
        }
        String condition = condition(error);
        return BridgeException.of(linkCode(error, condition), what + " failed: " + reason(error, condition), error)
                .withScope(FailureScope.TARGET);
    }

    /** Returns the failure of one message, by its outcome. */
    static BridgeException ofSend(Throwable error, String what) {
        if (error instanceof BridgeException failure) {
            return failure;
        }
        Optional<ProviderDeliveryModifiedException> modified
                = Failures.find(error, ProviderDeliveryModifiedException.class);
        if (modified.isPresent()) {
            return modified.get().isUndeliverableHere()
                    ? BridgeException.of(FailureCode.NOT_SUPPORTED, what + " was modified: undeliverable here", error)
                    : BridgeException.of(FailureCode.UNAVAILABLE, what + " was modified: delivery failed", error);
        }
        if (Failures.find(error, ProviderDeliveryReleasedException.class).isPresent()) {
            return BridgeException.of(FailureCode.UNAVAILABLE, what + " was released: the broker did not take it", error);
        }
        String condition = condition(error);
        return BridgeException.of(sendCode(error, condition), what + " failed: " + reason(error, condition), error);
    }

    private static FailureCode linkCode(Throwable error, String condition) {
        FailureCode code = switch (condition) {
            case "amqp:unauthorized-access" -> FailureCode.NOT_AUTHORIZED;
            case "amqp:not-found", "amqp:resource-deleted" -> FailureCode.NOT_FOUND;
            case "amqp:resource-limit-exceeded" -> FailureCode.BROKER_BUSY;
            case "amqp:not-implemented", "amqp:not-allowed" -> FailureCode.NOT_SUPPORTED;
            case "amqp:invalid-field" -> FailureCode.INVALID_CONFIG;
            default -> FailureCode.CONNECTION_LOST;
        };
        if (error instanceof JMSSecurityException) {
            return FailureCode.NOT_AUTHORIZED;
        }
        if (error instanceof InvalidClientIDException || error instanceof InvalidSelectorException) {
            return FailureCode.INVALID_CONFIG;
        }
        return error instanceof InvalidDestinationException ? FailureCode.NOT_FOUND : code;
    }

    private static FailureCode sendCode(Throwable error, String condition) {
        if (error instanceof JmsSendTimedOutException) {
            return FailureCode.TIMEOUT;
        }
        if (error instanceof ResourceAllocationException) {
            return FailureCode.BROKER_BUSY;
        }
        return switch (condition) {
            case "amqp:link:message-size-exceeded" -> FailureCode.PAYLOAD_TOO_LARGE;
            case "amqp:decode-error", "amqp:invalid-field" -> FailureCode.INVALID_PAYLOAD;
            case "amqp:not-allowed", "amqp:not-implemented", "amqp:precondition-failed" -> FailureCode.NOT_SUPPORTED;
            case "" -> isOfTheLibrary(error) ? FailureCode.CONNECTION_LOST : linkOrUnavailable(error, condition);
            default -> linkOrUnavailable(error, condition);
        };
    }

    /** Tells whether nothing came from the peer: the client library fails what has no answer when a link ends. */
    private static boolean isOfTheLibrary(Throwable error) {
        return error.getCause() == null || Failures.find(error, JmsConnectionFailedException.class).isPresent()
                || Failures.find(error, IllegalStateException.class).isPresent();
    }

    /** A rejection without a known condition may be a full queue: brokers do not all say so. */
    private static FailureCode linkOrUnavailable(Throwable error, String condition) {
        FailureCode code = linkCode(error, condition);
        return code == FailureCode.CONNECTION_LOST ? FailureCode.UNAVAILABLE : code;
    }

    private static String reason(Throwable error, String condition) {
        return condition.isEmpty() ? Failures.root(error).getClass().getSimpleName() : condition;
    }

    /** Returns the condition that the peer gave, empty when it gave none. */
    private static String condition(Throwable error) {
        return Failures.causes(error).map(cause -> CONDITION.matcher(String.valueOf(cause.getMessage())))
                .filter(Matcher::find).map(matcher -> matcher.group(1)).findFirst().orElse("");
    }
}
