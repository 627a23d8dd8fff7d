package io.gobridge.camel.transport;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Collects the {@link BridgeMetadata} of one message while its envelope is written. Not thread-safe. */
public final class MetadataBuilder {

    private final String wire;
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, Object> headers = new LinkedHashMap<>();

    /** @param wire the wire's name in messages */
    public MetadataBuilder(String wire) {
        this.wire = wire;
    }

    /** Takes a field of the envelope that has characters which the wire refuses. */
    public void text(String name, String text) {
        texts.put(name, text);
    }

    /** Takes note that the header travels in another form than its own. */
    public void type(String name, HeaderType type) {
        types.put(name, type.label());
    }

    /**
     * Takes the header, which gets no property of its own.
     *
     * @throws BridgeException {@link FailureCode#INVALID_HEADER} when it cannot be written
     */
    public void pack(String name, Object value) {
        try {
            EnvelopeJson.writeHeaders(Collections.singletonMap(name, value));
        } catch (IllegalArgumentException e) {
            throw invalid(name, e);
        }
        headers.put(name, value);
    }

    /**
     * Returns the value of the header as text.
     *
     * @throws BridgeException {@link FailureCode#INVALID_HEADER} when it cannot be written
     */
    public String format(String name, HeaderType type, Object value) {
        try {
            return type.format(value);
        } catch (IllegalArgumentException e) {
            throw invalid(name, e);
        }
    }

    /**
     * Returns the text of the property {@value BridgeMetadata#PROPERTY}; empty when there is nothing to say.
     *
     * @param isAbsent whether the payload is absent, and the wire does not show it
     */
    public Optional<String> toJson(boolean isAbsent) {
        BridgeMetadata metadata = new BridgeMetadata(isAbsent, texts, types, headers);
        return metadata.isEmpty() ? Optional.empty() : Optional.of(metadata.toJson());
    }

    private BridgeException invalid(String name, Throwable cause) {
        return BridgeException.of(FailureCode.INVALID_HEADER,
                wire + " cannot carry the header '" + name + "': " + cause.getMessage(), cause);
    }
}
