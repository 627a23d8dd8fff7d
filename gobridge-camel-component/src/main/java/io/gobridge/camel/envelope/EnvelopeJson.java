package io.gobridge.camel.envelope;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/**
 * The durable form of an envelope: JSON with the payload as base64 and every header with its type. Reading gives back
 * an equal envelope, reserved headers included.
 */
public final class EnvelopeJson {

    private EnvelopeJson() {
    }

    /**
     * Writes the envelope as UTF-8 JSON.
     *
     * @throws IllegalArgumentException when a header is nested deeper than 200 levels
     */
    public static byte[] write(Envelope envelope) {
        try {
            return write(envelope, HeaderJson.FACTORY);
        } catch (JsonGenerationException e) {
            // Half of a surrogate pair, which UTF-8 cannot say; ASCII with escapes can.
            return writeEscaped(envelope);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] writeEscaped(Envelope envelope) {
        try {
            return write(envelope, HeaderJson.ESCAPING_FACTORY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] write(Envelope envelope, JsonFactory factory) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 + envelope.payload().size() * 4 / 3);
        try (JsonGenerator json = factory.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("id", envelope.id());
            json.writeStringField("subject", envelope.subject());
            json.writeStringField("createdAt", envelope.createdAt().toString());
            writeOptional(json, "expiresAt", envelope.expiresAt().map(Instant::toString).orElse(""));
            writeOptional(json, "idempotencyKey", envelope.identity().idempotencyKey());
            writeOptional(json, "dedupId", envelope.identity().dedupId());
            writeOptional(json, "orderingKey", envelope.identity().orderingKey());
            json.writeObjectFieldStart("headers");
            for (Map.Entry<String, Object> header : envelope.headers().toMap().entrySet()) {
                json.writeFieldName(header.getKey());
                HeaderJson.write(json, header.getValue(), 0);
            }
            json.writeEndObject();
            if (!envelope.payload().isAbsent()) {
                json.writeBinaryField("payload", envelope.payload().shared());
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /**
     * Reads what {@link #write} wrote. Unknown fields are refused: a newer form must not lose data in an older reader.
     *
     * @throws IllegalArgumentException when the bytes are not an envelope in this form
     */
    public static Envelope read(byte[] bytes) {
        try (JsonParser json = HeaderJson.FACTORY.createParser(bytes)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("The bytes are not an envelope: they do not start with an object");
            }
            Fields fields = new Fields();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                fields.read(name, json);
            }
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("The bytes are not an envelope: something follows it");
            }
            return fields.toEnvelope();
        } catch (IOException | DateTimeException e) {
            throw new IllegalArgumentException("The bytes are not an envelope", e);
        }
    }

    /** Formats headers as one JSON text that keeps their types. */
    public static String writeHeaders(Map<String, Object> headers) {
        return HeaderJson.format(headers);
    }

    /**
     * Reads what {@link #writeHeaders} wrote.
     *
     * @throws IllegalArgumentException when the text is not in that form
     */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> readHeaders(String text) {
        if (HeaderJson.parse(text) instanceof Map<?, ?> headers) {
            return (Map<String, Object>) headers;
        }
        throw new IllegalArgumentException("The text does not hold headers");
    }

    /**
     * Writes headers in the form of {@link #writeHeaders(Map)} as the value of the field that the generator stands on.
     *
     * @throws IllegalArgumentException when a header is nested deeper than 199 levels
     */
    public static void writeHeaders(JsonGenerator json, Map<String, Object> headers) throws IOException {
        HeaderJson.write(json, headers, 0);
    }

    /**
     * Reads what {@link #writeHeaders(JsonGenerator, Map)} wrote; the parser stands on the start of the value.
     *
     * @throws IllegalArgumentException when the value is not in that form
     */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> readHeaders(JsonParser json) throws IOException {
        if (HeaderJson.read(json) instanceof Map<?, ?> headers) {
            return (Map<String, Object>) headers;
        }
        throw new IllegalArgumentException("The value does not hold headers");
    }

    private static void writeOptional(JsonGenerator json, String name, String text) throws IOException {
        if (!text.isEmpty()) {
            json.writeStringField(name, text);
        }
    }

    /** The fields read so far. */
    private static final class Fields {

        private String id;
        private String subject = "";
        private Instant createdAt;
        private Instant expiresAt;
        private Identity identity = Identity.NONE;
        private Headers headers = Headers.empty();
        private Payload payload = Payload.ABSENT;

        private void read(String name, JsonParser json) throws IOException {
            switch (name) {
                case "id" -> id = text(json);
                case "subject" -> subject = text(json);
                case "createdAt" -> createdAt = Instant.parse(text(json));
                case "expiresAt" -> expiresAt = Instant.parse(text(json));
                case "idempotencyKey" -> identity = identity.withIdempotencyKey(text(json));
                case "dedupId" -> identity = identity.withDedupId(text(json));
                case "orderingKey" -> identity = identity.withOrderingKey(text(json));
                case "headers" -> headers = Headers.of(HeaderJson.readMap(expect(JsonToken.START_OBJECT, json)));
                case "payload" -> payload = Payload.ofImmutable(json.getBinaryValue());
                default -> throw new IllegalArgumentException("An envelope has no field '" + name + "'");
            }
        }

        private static String text(JsonParser json) throws IOException {
            return expect(JsonToken.VALUE_STRING, json).getText();
        }

        private static JsonParser expect(JsonToken token, JsonParser json) throws IOException {
            if (json.currentToken() != token) {
                throw new IllegalArgumentException(
                        "The field '" + json.currentName() + "' of an envelope is a bare " + json.currentToken());
            }
            return json;
        }

        private Envelope toEnvelope() {
            return Envelope.withId(id).subject(subject).payload(payload).headers(headers).identity(identity)
                    .createdAt(Optional.ofNullable(createdAt)
                            .orElseThrow(() -> new IllegalArgumentException("An envelope needs the field 'createdAt'")))
                    .expiresAt(expiresAt).build();
        }
    }
}
