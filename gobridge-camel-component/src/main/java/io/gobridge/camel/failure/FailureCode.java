package io.gobridge.camel.failure;

import static io.gobridge.camel.failure.FailureScope.MESSAGE;
import static io.gobridge.camel.failure.FailureScope.TARGET;

/** Names a failure. Each code belongs to one {@link FailureKind} and has a scope unless the thrower says otherwise. */
public enum FailureCode {

    /** A send or a step did not answer in time. */
    TIMEOUT(FailureKind.TRANSIENT, MESSAGE),
    /** The connection to the target broke or could not be made. */
    CONNECTION_LOST(FailureKind.TRANSIENT, TARGET),
    /** The target answered that it cannot serve now. */
    UNAVAILABLE(FailureKind.TRANSIENT, MESSAGE),
    /** The target asked for a slower pace. */
    THROTTLED(FailureKind.TRANSIENT, MESSAGE),
    /** The broker refused because of its own load or a full queue. */
    BROKER_BUSY(FailureKind.TRANSIENT, MESSAGE),
    /** A tenant used up its quota. */
    TENANT_QUOTA_EXCEEDED(FailureKind.TRANSIENT, TARGET),
    /** A delivery was not settled within {@code processTimeout}. */
    PROCESSOR_TIMEOUT(FailureKind.TRANSIENT, MESSAGE),
    /** An earlier send that ignored its timeout still occupies the binding. */
    BINDING_WEDGED(FailureKind.TRANSIENT, TARGET),
    /** Another delivery of the same message is being worked on. */
    DUPLICATE_IN_PROGRESS(FailureKind.TRANSIENT, TARGET),
    /** The dead-letter store did not confirm a write. */
    DEAD_LETTER_STORE(FailureKind.TRANSIENT, TARGET),
    /** The broker no longer regards this consumer as the holder of the message. */
    LOCK_LOST(FailureKind.TRANSIENT, MESSAGE),
    /** The route marked its exchange as rollback only. */
    ROLLED_BACK(FailureKind.TRANSIENT, MESSAGE),
    /** An exception that nobody classified. */
    UNKNOWN(FailureKind.TRANSIENT, MESSAGE),

    /** The target does not accept our credentials or rights. */
    NOT_AUTHORIZED(FailureKind.PERMANENT, TARGET),
    /** The target's fixed entity (queue, exchange, topic) does not exist. */
    NOT_FOUND(FailureKind.PERMANENT, TARGET),
    /** The configuration cannot work. */
    INVALID_CONFIG(FailureKind.PERMANENT, TARGET),
    /** The target forbids this message, for example its templated address. */
    FORBIDDEN(FailureKind.PERMANENT, MESSAGE),
    /** The peer broke the protocol or said that we did. */
    PROTOCOL_ERROR(FailureKind.PERMANENT, MESSAGE),
    /** The transport or the target cannot do this. */
    NOT_SUPPORTED(FailureKind.PERMANENT, MESSAGE),
    /** A defect on our side. */
    INTERNAL(FailureKind.PERMANENT, MESSAGE),
    /** The message failed more often than its policy allows. */
    POISON_MESSAGE(FailureKind.PERMANENT, MESSAGE),
    /** The message went through more bridges than {@code maxHops}. */
    LOOP_DETECTED(FailureKind.PERMANENT, MESSAGE),

    /** The payload cannot be read or used. */
    INVALID_PAYLOAD(FailureKind.REJECTED, MESSAGE),
    /** The message is larger than a limit. */
    PAYLOAD_TOO_LARGE(FailureKind.REJECTED, MESSAGE),
    /** A header cannot be carried by the target's wire. */
    INVALID_HEADER(FailureKind.REJECTED, MESSAGE),
    /** The address template could not be filled in from the message. */
    ADDRESS_TEMPLATE(FailureKind.REJECTED, MESSAGE),
    /** The payload does not match its schema. */
    SCHEMA_VIOLATION(FailureKind.REJECTED, MESSAGE),
    /** No destination wants the message. */
    NO_BINDING_MATCH(FailureKind.REJECTED, MESSAGE),

    /** A step filtered the message. */
    MESSAGE_FILTERED(FailureKind.FILTERED, MESSAGE),
    /** The message was taken care of before. */
    MESSAGE_DUPLICATE(FailureKind.FILTERED, MESSAGE),
    /** The message outlived its expiry. */
    MESSAGE_EXPIRED(FailureKind.EXPIRED, MESSAGE),
    /** A newer owner took over this node's work. */
    STALE_FENCING_TOKEN(FailureKind.FENCED, TARGET);

    private final FailureKind kind;
    private final FailureScope defaultScope;

    FailureCode(FailureKind kind, FailureScope defaultScope) {
        this.kind = kind;
        this.defaultScope = defaultScope;
    }

    /** Returns the kind that every failure with this code has. */
    public FailureKind kind() {
        return kind;
    }

    /** Returns who is to blame unless the thrower says otherwise. */
    public FailureScope defaultScope() {
        return defaultScope;
    }

    /** Returns the code of this name; {@link #UNKNOWN} for one that a newer version may have written. */
    public static FailureCode named(String name) {
        for (FailureCode code : values()) {
            if (code.name().equals(name)) {
                return code;
            }
        }
        return UNKNOWN;
    }
}
