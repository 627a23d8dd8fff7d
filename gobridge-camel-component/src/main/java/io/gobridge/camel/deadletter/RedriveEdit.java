package io.gobridge.camel.deadletter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;

/**
 * What a redrive changes in the message that it sends; the entry keeps the message as it was. Immutable.
 *
 * @param body    the new payload; empty to leave it
 * @param headers headers to set, by name; an empty value removes the header
 */
public record RedriveEdit(Optional<Payload> body, Map<String, Optional<Object>> headers) {

    /** Changes nothing. */
    public static final RedriveEdit NONE = new RedriveEdit(Optional.empty(), Map.of());

    /**
     * Copies the map.
     *
     * @throws IllegalArgumentException when a header is reserved for the bridge or would drive a Camel component
     */
    public RedriveEdit {
        headers = new LinkedHashMap<>(headers);
        for (String name : headers.keySet()) {
            if (ReservedHeaders.isReserved(name) || ReservedHeaders.isCamel(name)) {
                throw new IllegalArgumentException(
                        "Header '" + name + "' cannot be edited: it belongs to the bridge or to Camel");
            }
        }
    }

    /** Returns an edit that also replaces the payload. */
    public RedriveEdit withBody(Payload payload) {
        return new RedriveEdit(Optional.of(payload), headers);
    }

    /** Returns an edit that also sets a header. */
    public RedriveEdit withHeader(String name, Object value) {
        return changed(name, Optional.of(value));
    }

    /** Returns an edit that also removes a header. */
    public RedriveEdit withoutHeader(String name) {
        return changed(name, Optional.empty());
    }

    private RedriveEdit changed(String name, Optional<Object> value) {
        Map<String, Optional<Object>> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new RedriveEdit(body, all);
    }

    /** @throws IllegalArgumentException when a value is of a type that no header has */
    Envelope apply(Envelope message) {
        Headers.Builder changed = message.headers().toBuilder();
        headers.forEach((name, value) -> value.ifPresentOrElse(set -> changed.put(name, set), () -> changed.remove(name)));
        Envelope.Builder edited = message.toBuilder().headers(changed.build());
        body.ifPresent(edited::payload);
        return edited.build();
    }

    /** Says what is changed, without any content. */
    String describe() {
        List<String> parts = new ArrayList<>();
        body.ifPresent(payload -> parts.add("a body of " + payload.size() + " bytes"));
        if (!headers.isEmpty()) {
            parts.add("the headers " + String.join(", ", new TreeSet<>(headers.keySet())));
        }
        return String.join(" and ", parts);
    }
}
