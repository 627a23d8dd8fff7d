package io.gobridge.camel.conditions;

import io.gobridge.camel.envelope.Envelope;

/** What conditions see of a message. */
public interface MessageView {

    /** Returns the subject; empty when there is none. */
    String subject();

    /** Tells whether there is a header of exactly this name, be its value null. */
    boolean hasHeader(String name);

    /** Returns the value of the header of exactly this name; null when it is null or absent. */
    Object header(String name);

    /** Returns the payload. */
    JsonPayload payload();

    /** Returns the most bytes of payload that are parsed. */
    int payloadLimit();

    /** Shows an envelope, with its payload as it may have been parsed already. */
    static MessageView of(Envelope envelope, JsonPayload payload, int payloadLimit) {
        return new EnvelopeView(envelope, payload, payloadLimit);
    }

    /** Shows an envelope; up to {@link JsonPayload#DEFAULT_LIMIT} bytes of its payload are parsed. */
    static MessageView of(Envelope envelope) {
        return of(envelope, JsonPayload.of(envelope.payload().shared()), JsonPayload.DEFAULT_LIMIT);
    }
}
