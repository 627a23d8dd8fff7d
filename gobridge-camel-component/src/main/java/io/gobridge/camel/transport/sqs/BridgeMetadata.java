package io.gobridge.camel.transport.sqs;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.Identity;

/**
 * What a message has that SQS has no place for, as the JSON text of the attribute {@value #ATTRIBUTE}. Texts are empty,
 * instants null and headers empty when there is nothing to say.
 *
 * @param id       the message id
 * @param created  when the message was created
 * @param expires  when it expires
 * @param body     {@link SqsBody#marker()}
 * @param subject  the subject, when the attribute cannot hold it
 * @param identity the keys that have no other place
 * @param headers  the headers that got no attribute of their own
 */
record BridgeMetadata(String id, Instant created, Instant expires, String body, String subject, Identity identity,
        Map<String, Object> headers) {

    static final String ATTRIBUTE = "gobridge.meta";

    /** What a message has that no bridge sent. */
    static final BridgeMetadata NONE = new BridgeMetadata("", null, null, SqsBody.AS_TEXT, "", Identity.NONE, Map.of());

    private static final JsonFactory FACTORY = JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(500)
                    .maxNameLength(Integer.MAX_VALUE).maxStringLength(Integer.MAX_VALUE).build())
            .build();

    /** SQS takes nothing above it but pairs of surrogates; the generator escapes what is above. */
    private static final int HIGHEST_CHARACTER = 0xFFFD;

    /**
     * Formats it as JSON of nothing but characters that SQS takes.
     *
     * @throws IllegalArgumentException when a header is nested too deeply
     */
    String toJson() {
        StringWriter text = new StringWriter(128);
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.setHighestNonEscapedChar(HIGHEST_CHARACTER);
            json.writeStartObject();
            write(json, "id", id);
            write(json, "created", created);
            write(json, "expires", expires);
            write(json, "body", body);
            write(json, "subject", subject);
            write(json, "idempotencyKey", identity.idempotencyKey());
            write(json, "dedupId", identity.dedupId());
            write(json, "orderingKey", identity.orderingKey());
            if (!headers.isEmpty()) {
                json.writeFieldName("headers");
                EnvelopeJson.writeHeaders(json, headers);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Reads what {@link #toJson} wrote. A field that is not known is refused: it may say how to read the rest.
     *
     * @throws IllegalArgumentException when the text is anything else
     */
    static BridgeMetadata parse(String text) {
        try (JsonParser json = FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not a JSON object");
            }
            BridgeMetadata metadata = NONE;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken token = json.nextToken();
                metadata = name.equals("headers")
                        ? metadata.withHeaders(EnvelopeJson.readHeaders(json)) : metadata.with(name, text(json, token));
            }
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("something follows the JSON object");
            }
            return metadata;
        } catch (IOException | DateTimeException e) {
            throw new IllegalArgumentException("it is not JSON in the known form", e);
        }
    }

    private BridgeMetadata withHeaders(Map<String, Object> read) {
        return new BridgeMetadata(id, created, expires, body, subject, identity, read);
    }

    private BridgeMetadata with(String field, String value) {
        return switch (field) {
            case "id" -> new BridgeMetadata(value, created, expires, body, subject, identity, headers);
            case "created" -> new BridgeMetadata(id, Instant.parse(value), expires, body, subject, identity, headers);
            case "expires" -> new BridgeMetadata(id, created, Instant.parse(value), body, subject, identity, headers);
            case "body" -> new BridgeMetadata(id, created, expires, value, subject, identity, headers);
            case "subject" -> new BridgeMetadata(id, created, expires, body, value, identity, headers);
            case "idempotencyKey" -> with(identity.withIdempotencyKey(value));
            case "dedupId" -> with(identity.withDedupId(value));
            case "orderingKey" -> with(identity.withOrderingKey(value));
            default -> throw new IllegalArgumentException("the field '" + field + "' is not known");
        };
    }

    private BridgeMetadata with(Identity newIdentity) {
        return new BridgeMetadata(id, created, expires, body, subject, newIdentity, headers);
    }

    private static String text(JsonParser json, JsonToken token) throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            throw new IllegalArgumentException("a field holds no text");
        }
        return json.getText();
    }

    private static void write(JsonGenerator json, String name, String text) throws IOException {
        if (!text.isEmpty()) {
            json.writeStringField(name, text);
        }
    }

    private static void write(JsonGenerator json, String name, Instant instant) throws IOException {
        if (instant != null) {
            json.writeStringField(name, instant.toString());
        }
    }
}
