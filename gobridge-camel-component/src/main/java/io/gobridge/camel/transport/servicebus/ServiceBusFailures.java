package io.gobridge.camel.transport.servicebus;

import java.util.Map;
import java.util.concurrent.TimeoutException;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.failure.Failures;

/**
 * Says what an error of Service Bus or of its client means. Messages name the error and never repeat what Service Bus
 * says about it, which may quote a value; the cause has it.
 */
final class ServiceBusFailures {

    /** The client's own words, where it has any; without one it says that the error is a general one. */
    private static final Map<ServiceBusFailureReason, FailureCode> CODES = Map.ofEntries(
            Map.entry(ServiceBusFailureReason.UNAUTHORIZED, FailureCode.NOT_AUTHORIZED),
            Map.entry(ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND, FailureCode.NOT_FOUND),
            Map.entry(ServiceBusFailureReason.MESSAGING_ENTITY_DISABLED, FailureCode.UNAVAILABLE),
            Map.entry(ServiceBusFailureReason.QUOTA_EXCEEDED, FailureCode.BROKER_BUSY),
            Map.entry(ServiceBusFailureReason.SERVICE_BUSY, FailureCode.THROTTLED),
            Map.entry(ServiceBusFailureReason.SERVICE_TIMEOUT, FailureCode.TIMEOUT),
            Map.entry(ServiceBusFailureReason.SERVICE_COMMUNICATION_ERROR, FailureCode.CONNECTION_LOST),
            Map.entry(ServiceBusFailureReason.MESSAGE_SIZE_EXCEEDED, FailureCode.PAYLOAD_TOO_LARGE),
            Map.entry(ServiceBusFailureReason.MESSAGE_LOCK_LOST, FailureCode.LOCK_LOST),
            Map.entry(ServiceBusFailureReason.SESSION_LOCK_LOST, FailureCode.LOCK_LOST),
            Map.entry(ServiceBusFailureReason.SESSION_CANNOT_BE_LOCKED, FailureCode.UNAVAILABLE),
            Map.entry(ServiceBusFailureReason.MESSAGE_NOT_FOUND, FailureCode.LOCK_LOST));

    private ServiceBusFailures() {
    }

    static BridgeException of(Throwable wrapped, String what) {
        Throwable error = Failures.unwrapped(wrapped);
        if (error instanceof BridgeException failure) {
            return failure;
        }
        if (error instanceof ServiceBusException refusal && CODES.containsKey(refusal.getReason())) {
            return failure(CODES.get(refusal.getReason()), what + " failed with " + refusal.getReason(), error);
        }
        AmqpException amqp = Failures.find(error, AmqpException.class).orElse(null);
        if (amqp != null && amqp.getErrorCondition() != null) {
            return failure(code(amqp), what + " failed with " + amqp.getErrorCondition(), error);
        }
        if (Failures.find(error, ClientAuthenticationException.class).isPresent()) {
            return failure(FailureCode.NOT_AUTHORIZED, what + " got no token", error);
        }
        if (Failures.find(error, TimeoutException.class).isPresent()) {
            return failure(FailureCode.TIMEOUT, what + " got no answer in time", error);
        }
        // The client makes one of amqp:not-allowed and amqp:not-implemented.
        if (Failures.find(error, UnsupportedOperationException.class).isPresent()) {
            return failure(FailureCode.NOT_SUPPORTED, what + " is not allowed on this entity", error);
        }
        return ofOther(error, amqp, what);
    }

    private static BridgeException ofOther(Throwable error, AmqpException amqp, String what) {
        if (Failures.find(error, IllegalStateException.class).isPresent()) {
            return failure(FailureCode.CONNECTION_LOST, what + " found the client closed", error);
        }
        if (amqp != null) {
            return failure(FailureCode.CONNECTION_LOST, what + " lost its link or connection", error);
        }
        return failure(FailureCode.UNKNOWN, what + " failed: " + error.getClass().getName(), error);
    }

    /** Tells whether the failure of a whole batch may be the fault of one message in it. */
    static boolean mayBlameOneMessage(BridgeException failure) {
        return failure.scope() == FailureScope.MESSAGE && switch (failure.kind()) {
            case PERMANENT, REJECTED -> true;
            case TRANSIENT, FILTERED, EXPIRED, FENCED -> false;
        };
    }

    private static BridgeException failure(FailureCode code, String message, Throwable cause) {
        BridgeException failure = BridgeException.of(code, message, cause);
        return code == FailureCode.UNAVAILABLE ? failure.withScope(FailureScope.TARGET) : failure;
    }

    private static FailureCode code(AmqpException error) {
        AmqpErrorCondition condition = error.getErrorCondition();
        return switch (condition) {
            case NOT_FOUND -> FailureCode.NOT_FOUND;
            case UNAUTHORIZED_ACCESS -> FailureCode.NOT_AUTHORIZED;
            case NOT_ALLOWED, NOT_IMPLEMENTED -> FailureCode.NOT_SUPPORTED;
            case RESOURCE_LIMIT_EXCEEDED -> FailureCode.BROKER_BUSY;
            case SERVER_BUSY_ERROR -> FailureCode.THROTTLED;
            case TIMEOUT_ERROR -> FailureCode.TIMEOUT;
            case LINK_PAYLOAD_SIZE_EXCEEDED -> FailureCode.PAYLOAD_TOO_LARGE;
            case MESSAGE_LOCK_LOST, SESSION_LOCK_LOST, MESSAGE_NOT_FOUND, STORE_LOCK_LOST_ERROR -> FailureCode.LOCK_LOST;
            case ARGUMENT_ERROR, ARGUMENT_OUT_OF_RANGE_ERROR -> FailureCode.PROTOCOL_ERROR;
            case PROTON_IO, CONNECTION_FORCED, CONNECTION_FRAMING_ERROR, LINK_DETACH_FORCED -> FailureCode.CONNECTION_LOST;
            default -> error.isTransient() ? FailureCode.UNAVAILABLE : FailureCode.UNKNOWN;
        };
    }
}
