package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Return;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.OutboundMessage;

/** A message on its way to the broker. */
final class Publication {

    private final OutboundMessage message;
    private final String routingKey;
    private final boolean isAddressed;
    private final BasicProperties properties;
    private final CompletableFuture<Void> sent = new CompletableFuture<>();
    private volatile boolean isReturned;

    /** @param isAddressed whether the message brought the routing key */
    Publication(OutboundMessage message, String routingKey, boolean isAddressed, BasicProperties properties) {
        this.message = message;
        this.routingKey = routingKey;
        this.isAddressed = isAddressed;
        this.properties = properties;
    }

    OutboundMessage message() {
        return message;
    }

    String routingKey() {
        return routingKey;
    }

    boolean isAddressed() {
        return isAddressed;
    }

    BasicProperties properties() {
        return properties;
    }

    byte[] body() {
        return Amqp091Envelopes.body(message.envelope());
    }

    /** Completes when the broker has accepted the message. */
    CompletableFuture<Void> sent() {
        return sent;
    }

    /**
     * Returns why a broker would not take it.
     *
     * @param frameMax most bytes of a frame, 0 when there is no limit: all but the payload goes into one
     */
    Optional<BridgeException> refusal(int frameMax) {
        if (frameMax == 0 || PropertySize.atMost(properties) <= frameMax) {
            return Optional.empty();
        }
        int bytes = bytesOfProperties();
        return bytes <= frameMax
                ? Optional.empty()
                : Optional.of(BridgeException.of(FailureCode.PAYLOAD_TOO_LARGE, describe() + " has " + bytes
                                                                                + " bytes of headers; the broker takes "
                                                                                + frameMax));
    }

    /**
     * Tells whether the broker may have sent back this message. One that is the same in all of this, on its way at the
     * same time, has the same fate.
     */
    boolean looksLike(Return returned) {
        return !isReturned && routingKey.equals(returned.getRoutingKey())
                && Objects.equals(properties.getMessageId(), returned.getProperties().getMessageId())
                && metadata(properties).equals(metadata(returned.getProperties()));
    }

    /** Notes that no queue got the message; the confirm follows. */
    void returned() {
        isReturned = true;
    }

    /** Ends it with what the broker confirmed. */
    void confirmed(boolean isAccepted) {
        if (isReturned) {
            fail(BridgeException.of(FailureCode.NOT_FOUND, describe() + " came back: no queue gets it")
                    .withScope(isAddressed ? FailureScope.MESSAGE : FailureScope.TARGET));
        } else if (isAccepted) {
            sent.complete(null);
        } else {
            fail(BridgeException.of(FailureCode.BROKER_BUSY,
                    describe() + " was not accepted by the broker, as when a queue is full and refuses")
                    .withScope(FailureScope.TARGET));
        }
    }

    void fail(BridgeException why) {
        sent.completeExceptionally(why);
    }

    String describe() {
        return "Message " + message.envelope().id() + " with routing key '" + routingKey + "'";
    }

    private int bytesOfProperties() {
        try {
            return properties.toFrame(1, body().length).size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String metadata(BasicProperties properties) {
        Map<String, Object> headers = properties.getHeaders();
        return headers == null ? "" : String.valueOf(headers.get(BridgeMetadata.PROPERTY));
    }
}
