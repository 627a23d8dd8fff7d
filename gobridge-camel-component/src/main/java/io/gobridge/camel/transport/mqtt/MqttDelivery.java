package io.gobridge.camel.transport.mqtt;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** One received MQTT message. Thread-safe. */
final class MqttDelivery implements Delivery {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final ReceivedMessage message;
    private final String topic;
    private final int packetId;
    private final Epoch epoch;
    private final Inbox inbox;
    private final AtomicBoolean isSettled = new AtomicBoolean();

    /** @param packetId the id to acknowledge; 0 for a message that nobody waits to hear about */
    MqttDelivery(ReceivedMessage message, String topic, int packetId, Epoch epoch, Inbox inbox) {
        this.message = message;
        this.topic = topic;
        this.packetId = packetId;
        this.epoch = epoch;
        this.inbox = inbox;
    }

    @Override
    public Envelope envelope() {
        return message.envelope();
    }

    @Override
    public Optional<BridgeException> defect() {
        return message.defect();
    }

    /** Returns 1: MQTT says at most that a message may have come before. */
    @Override
    public int attempt() {
        return 1;
    }

    @Override
    public IdentityKind identity() {
        return message.identity();
    }

    @Override
    public String group() {
        return topic;
    }

    @Override
    public Capabilities capabilities() {
        return isOnlyCopy() ? inbox.capabilities().withRedelivers(false) : inbox.capabilities();
    }

    @Override
    public CompletionStage<Void> ack() {
        if (!isSettled.compareAndSet(false, true)) {
            return lost("is settled already");
        }
        boolean isAcknowledged = isOnlyCopy()
                || (epoch.standing() == Epoch.Standing.CURRENT && acknowledge());
        inbox.settled(this);
        return isAcknowledged ? DONE : lost("came on a connection that is gone; the broker sends it again");
    }

    private boolean acknowledge() {
        inbox.free(this);
        return epoch.connection().acknowledge(packetId);
    }

    /**
     * Leaves the message unacknowledged, which the broker does not notice: what this process still has is handed over
     * again here, as long as it receives; what it has no more comes when the session resumes.
     */
    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        if (!isSettled.compareAndSet(false, true)) {
            return lost("is settled already");
        }
        inbox.again(this, new MqttDelivery(message, topic, packetId, epoch, inbox), after);
        return DONE;
    }

    /** Does nothing: MQTT sets no deadline. */
    @Override
    public CompletionStage<Void> extend(Instant until) {
        return DONE;
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        return CompletableFuture.failedFuture(
                BridgeException.of(FailureCode.NOT_SUPPORTED, "MQTT has no dead-lettering: a message is acknowledged or not"));
    }

    /** Tells whether the broker does not have the message: it never waited for an acknowledgement, or forgot all. */
    boolean isOnlyCopy() {
        return packetId == 0 || epoch.standing() == Epoch.Standing.FORGOTTEN;
    }

    int packetId() {
        return packetId;
    }

    Epoch epoch() {
        return epoch;
    }

    /** Tells whether a message is the same as this one, sent twice. */
    boolean isSameAs(String otherTopic, byte[] otherPayload) {
        byte[] payload = message.envelope().payload().shared();
        return topic.equals(otherTopic) && Arrays.equals(payload == null ? new byte[0] : payload, otherPayload);
    }

    private CompletionStage<Void> lost(String why) {
        return CompletableFuture.failedFuture(
                BridgeException.of(FailureCode.LOCK_LOST, "Message " + message.envelope().id() + " " + why));
    }
}
