package io.gobridge.camel.conditions;

import io.gobridge.camel.envelope.Envelope;

/** An envelope as conditions see it. */
record EnvelopeView(Envelope envelope, JsonPayload payload, int payloadLimit) implements MessageView {

    @Override
    public String subject() {
        return envelope.subject();
    }

    @Override
    public boolean hasHeader(String name) {
        return envelope.headers().contains(name);
    }

    @Override
    public Object header(String name) {
        return envelope.headers().get(name).orElse(null);
    }
}
