package io.gobridge.camel.transport.mqtt;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.eclipse.paho.mqttv5.common.MqttException;

/**
 * Says what a reason code of the broker or an error of the client library means. Messages name the code and never
 * repeat a reason string, which may quote a value; the cause has it.
 */
final class MqttFailures {

    /** Reason codes from here on are refusals. */
    static final int REFUSED = 0x80;

    /** The client library's own codes begin above all reason codes. */
    private static final int HIGHEST_REASON = 0xFF;

    private MqttFailures() {
    }

    /** Returns the failure of a connection, a subscription or anything else that is about the session. */
    static BridgeException ofSession(Throwable error, String what) {
        if (error instanceof BridgeException failure) {
            return failure;
        }
        if (error instanceof MqttException refusal && isReason(refusal.getReasonCode())) {
            return refused(refusal.getReasonCode(), what, refusal);
        }
        Throwable root = error instanceof MqttException && error.getCause() != null ? error.getCause() : error;
        String code = error instanceof MqttException client ? ", client code " + client.getReasonCode() : "";
        return BridgeException.of(FailureCode.CONNECTION_LOST,
                what + " failed: " + root.getClass().getSimpleName() + code, error);
    }

    /** Returns the failure that a reason code stands for when it is about the session; always the target's fault. */
    static BridgeException refused(int reason, String what, Throwable cause) {
        return BridgeException.of(sessionCode(reason), what + " was refused by the broker: " + name(reason), cause)
                .withScope(FailureScope.TARGET);
    }

    /**
     * Returns the failure that the reason code of a PUBACK stands for.
     *
     * @param isAddressed whether the message brought the topic; else the topic is the target's own and so is the fault
     */
    static BridgeException ofPublish(int reason, String what, boolean isAddressed) {
        String message = what + " was refused by the broker: " + name(reason);
        return switch (reason) {
            case 0x87 -> isAddressed
                    ? BridgeException.of(FailureCode.FORBIDDEN, message)
                    : BridgeException.of(FailureCode.NOT_AUTHORIZED, message);
            case 0x90 -> isAddressed
                    ? BridgeException.of(FailureCode.ADDRESS_TEMPLATE, message)
                    : BridgeException.of(FailureCode.INVALID_CONFIG, message);
            case 0x97 -> BridgeException.of(FailureCode.THROTTLED, message);
            case 0x99 -> BridgeException.of(FailureCode.INVALID_PAYLOAD, message);
            case 0x95 -> BridgeException.of(FailureCode.PAYLOAD_TOO_LARGE, message);
            default -> BridgeException.of(FailureCode.UNAVAILABLE, message);
        };
    }

    private static FailureCode sessionCode(int reason) {
        return switch (reason) {
            case 0x86, 0x87, 0x8A, 0x8C -> FailureCode.NOT_AUTHORIZED;
            case 0x81, 0x82, 0x93, 0x94 -> FailureCode.PROTOCOL_ERROR;
            case 0x84, 0x9A, 0x9B, 0x9E, 0xA1, 0xA2 -> FailureCode.NOT_SUPPORTED;
            case 0x85, 0x8F, 0x9C, 0x9D -> FailureCode.INVALID_CONFIG;
            case 0x89 -> FailureCode.BROKER_BUSY;
            case 0x96, 0x97, 0x9F -> FailureCode.THROTTLED;
            default -> FailureCode.UNAVAILABLE;
        };
    }

    private static boolean isReason(int code) {
        return code >= REFUSED && code <= HIGHEST_REASON;
    }

    private static String name(int reason) {
        String text = switch (reason) {
            case 0x81 -> "malformed packet";
            case 0x82 -> "protocol error";
            case 0x84 -> "MQTT 5 not supported";
            case 0x85 -> "client identifier not valid";
            case 0x86 -> "bad user name or password";
            case 0x87 -> "not authorized";
            case 0x88 -> "server unavailable";
            case 0x89 -> "server busy";
            case 0x8A -> "banned";
            case 0x8B -> "server shutting down";
            case 0x8D -> "keep alive timeout";
            case 0x8E -> "session taken over: another client uses this client id";
            case 0x8F -> "topic filter invalid";
            case 0x90 -> "topic name invalid";
            case 0x93 -> "receive maximum exceeded";
            case 0x95 -> "packet too large";
            case 0x97 -> "quota exceeded";
            case 0x99 -> "payload format invalid";
            case 0x9E -> "shared subscriptions not supported";
            case 0xA2 -> "wildcard subscriptions not supported";
            default -> "";
        };
        return String.format("reason 0x%02X%s", reason, text.isEmpty() ? "" : ", " + text);
    }
}
