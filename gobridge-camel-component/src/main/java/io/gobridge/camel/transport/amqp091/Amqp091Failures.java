package io.gobridge.camel.transport.amqp091;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.failure.Failures;

/**
 * Says what a reply code of the broker or an error of the client library means. Messages name the code and never repeat
 * a reply text, which may quote a value; the cause has it.
 */
final class Amqp091Failures {

    private Amqp091Failures() {
    }

    /** Returns the failure of a connection or a channel; always the target's fault. */
    static BridgeException ofSession(Throwable error, String what) {
        if (error instanceof BridgeException failure) {
            return failure;
        }
        if (Failures.find(error, AuthenticationFailureException.class).isPresent()
                || Failures.find(error, PossibleAuthenticationFailureException.class).isPresent()) {
            return target(FailureCode.NOT_AUTHORIZED, what + " was refused by the broker: user or password", error);
        }
        int reply = reply(error);
        if (reply != 0) {
            return target(sessionCode(reply), what + " was ended by the broker: " + name(reply), error);
        }
        return target(FailureCode.CONNECTION_LOST, what + " failed: " + Failures.root(error).getClass().getSimpleName(), error);
    }

    /**
     * Returns the failure of a message for which the broker closed the channel.
     *
     * @param isAddressed whether the message brought the routing key; else the key is the target's own and so is the
     *                    fault
     */
    static BridgeException ofPublish(ShutdownSignalException signal, String what, boolean isAddressed) {
        int reply = reply(signal);
        String message = what + " was refused by the broker: " + name(reply);
        return switch (reply) {
            case AMQP.ACCESS_REFUSED -> isAddressed
                    ? BridgeException.of(FailureCode.FORBIDDEN, message, signal)
                    : BridgeException.of(FailureCode.NOT_AUTHORIZED, message, signal);
            case AMQP.CONTENT_TOO_LARGE -> BridgeException.of(FailureCode.PAYLOAD_TOO_LARGE, message, signal);
            case AMQP.PRECONDITION_FAILED -> BridgeException.of(
                    isAboutSize(signal) ? FailureCode.PAYLOAD_TOO_LARGE : FailureCode.PROTOCOL_ERROR, message, signal);
            default -> ofSession(signal, what);
        };
    }

    /** Tells whether the broker closed the channel for the sake of one message and nothing else. */
    static boolean isAboutOneMessage(ShutdownSignalException signal) {
        return switch (reply(signal)) {
            case AMQP.ACCESS_REFUSED, AMQP.CONTENT_TOO_LARGE, AMQP.PRECONDITION_FAILED -> true;
            default -> false;
        };
    }

    /** Tells whether the broker said that there is no such queue or exchange. */
    static boolean isNotFound(Throwable error) {
        return reply(error) == AMQP.NOT_FOUND;
    }

    /** Returns the reply code that the broker closed a channel or connection with; 0 when it did not. */
    private static int reply(Throwable error) {
        return Failures.find(error, ShutdownSignalException.class).map(signal -> {
            if (signal.getReason() instanceof AMQP.Channel.Close close) {
                return close.getReplyCode();
            }
            boolean isOurs = signal.isInitiatedByApplication();
            return !isOurs && signal.getReason() instanceof AMQP.Connection.Close close ? close.getReplyCode() : 0;
        }).orElse(0);
    }

    private static FailureCode sessionCode(int reply) {
        return switch (reply) {
            case AMQP.ACCESS_REFUSED, AMQP.NOT_ALLOWED -> FailureCode.NOT_AUTHORIZED;
            case AMQP.NOT_FOUND, AMQP.INVALID_PATH -> FailureCode.NOT_FOUND;
            case AMQP.PRECONDITION_FAILED -> FailureCode.INVALID_CONFIG;
            case AMQP.RESOURCE_LOCKED, AMQP.RESOURCE_ERROR -> FailureCode.BROKER_BUSY;
            case AMQP.NOT_IMPLEMENTED -> FailureCode.NOT_SUPPORTED;
            case AMQP.CONNECTION_FORCED -> FailureCode.CONNECTION_LOST;
            default -> FailureCode.UNAVAILABLE;
        };
    }

    /** RabbitMQ says it in words only. */
    private static boolean isAboutSize(ShutdownSignalException signal) {
        return signal.getReason() instanceof AMQP.Channel.Close close && close.getReplyText().contains("message size");
    }

    private static BridgeException target(FailureCode code, String message, Throwable cause) {
        return BridgeException.of(code, message, cause).withScope(FailureScope.TARGET);
    }

    private static String name(int reply) {
        String text = switch (reply) {
            case AMQP.CONTENT_TOO_LARGE -> "content too large";
            case AMQP.CONNECTION_FORCED -> "connection forced";
            case AMQP.INVALID_PATH -> "invalid path";
            case AMQP.ACCESS_REFUSED -> "access refused";
            case AMQP.NOT_FOUND -> "not found";
            case AMQP.RESOURCE_LOCKED -> "resource locked";
            case AMQP.PRECONDITION_FAILED -> "precondition failed";
            case AMQP.RESOURCE_ERROR -> "resource error";
            case AMQP.NOT_ALLOWED -> "not allowed";
            case AMQP.NOT_IMPLEMENTED -> "not implemented";
            case AMQP.INTERNAL_ERROR -> "internal error";
            default -> "";
        };
        return "reply " + reply + (text.isEmpty() ? "" : ", " + text);
    }
}
