package io.gobridge.camel;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;

/**
 * Sends dead letters to an endpoint, through its transport: the payload's raw bytes, the message's headers, and what
 * happened in headers named {@code gobridge.dead-letter.*}. Confirmed when the endpoint's sender says accepted.
 */
final class EndpointDeadLetterStore implements DeadLetterStore {

    private static final String PREFIX = "gobridge.dead-letter.";
    private static final int MAX_REASON = 1000;

    private final Sender sender;

    EndpointDeadLetterStore(Sender sender) {
        this.sender = sender;
    }

    @Override
    public CompletionStage<Void> write(DeadLetter entry) {
        return sender.send(new OutboundMessage(describe(entry), ""));
    }

    private static Envelope describe(DeadLetter entry) {
        Headers.Builder headers = entry.envelope().headers().toBuilder();
        headers.put(PREFIX + "id", entry.id()).put(PREFIX + "category", entry.category().label())
                .put(PREFIX + "code", entry.code().name()).put(PREFIX + "reason", shortened(entry.reason()))
                .put(PREFIX + "route", entry.routeId()).put(PREFIX + "source", entry.sourceId())
                .put(PREFIX + "attempts", entry.attempts()).put(PREFIX + "first-failure", entry.firstFailure())
                .put(PREFIX + "last-failure", entry.lastFailure());
        if (!entry.binding().isEmpty()) {
            headers.put(PREFIX + "binding", entry.binding()).put(PREFIX + "address", entry.address());
        }
        // The copy must outlive the message: an expiry of the past would make a broker drop it.
        return entry.envelope().toBuilder().headers(headers.build()).expiresAt(null).build();
    }

    /** Half of a surrogate pair has no UTF-8: a broker that refuses it would refuse the dead letter for ever. */
    private static String shortened(String reason) {
        String cut = reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON);
        return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
