package io.gobridge.camel.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;

/**
 * One message that a source handed over and still waits to hear about. Transports implement it; a route finds the
 * runtime's view of it as exchange property {@code CamelGoBridgeDelivery}. Thread-safe.
 *
 * <p>
 * The settling methods complete when the source has confirmed as far as its protocol confirms, and complete
 * exceptionally with a {@link BridgeException} when it refused; {@code LOCK_LOST} means that the source regards the
 * message as somebody else's.
 */
public interface Delivery {

    /** Returns the message as the source handed it over. */
    Envelope envelope();

    /**
     * Returns why the message could not be decoded, empty when it could. The envelope then holds the raw bytes as its
     * payload.
     */
    Optional<BridgeException> defect();

    /** Returns which attempt this is in the source's view, 1-based; always 1 where the source does not count. */
    int attempt();

    /** Returns whether the message id is the source's or was minted. */
    IdentityKind identity();

    /**
     * Returns the native ordering group (SQS message group, Service Bus session, MQTT topic); empty text when there is
     * none.
     */
    String group();

    /**
     * Returns the headers that the source's own Camel component set, such as {@code CamelFileName}; values of any type.
     * Empty for transports that map the wire themselves.
     */
    default Map<String, Object> sourceHeaders() {
        return Map.of();
    }

    /**
     * Returns what tells the work done for this delivery when to stop. A transport need not implement it: the runtime's
     * view does.
     */
    default RunControl control() {
        return new RunControl();
    }

    /** Returns what the source can do about this delivery. */
    Capabilities capabilities();

    /**
     * Tells the source that the message was taken over for good. The source forgets it. On the wire: SQS DeleteMessage,
     * MQTT PUBACK, AMQP 0-9-1 basic.ack, AMQP 1.0 accepted, Service Bus complete, other Camel endpoints: the exchange
     * completes.
     */
    CompletionStage<Void> ack();

    /**
     * Gives the message back so that it comes again, not before the wait where the source retries natively, else at
     * once; the runtime calls it with zero there and holds longer waits itself. On the wire: SQS
     * ChangeMessageVisibility, MQTT nothing (left unacknowledged until the session resumes), AMQP 0-9-1 basic.nack
     * requeue, AMQP 1.0 released, Service Bus abandon, other Camel endpoints: the exchange fails with the reason.
     */
    CompletionStage<Void> retry(Duration after, Throwable reason);

    /**
     * Asks the source to wait for settlement until the instant. On the wire: SQS ChangeMessageVisibility, Service Bus
     * renew-lock; where the source sets no deadline it completes at once and does nothing.
     */
    CompletionStage<Void> extend(Instant until);

    /**
     * Hands the message to the source's own dead-lettering. On the wire: AMQP 0-9-1 basic.reject without requeue, AMQP
     * 1.0 rejected, Service Bus dead-letter. Fails with {@code NOT_SUPPORTED} where {@link Capabilities#rejects()} is
     * false.
     */
    CompletionStage<Void> reject(Throwable reason);
}
