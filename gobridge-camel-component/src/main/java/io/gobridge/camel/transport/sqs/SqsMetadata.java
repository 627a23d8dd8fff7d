package io.gobridge.camel.transport.sqs;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;

import com.fasterxml.jackson.core.JsonGenerator;
import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.transport.MetadataJson;

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
record SqsMetadata(String id, Instant created, Instant expires, String body, String subject, Identity identity,
        Map<String, Object> headers) {

    static final String ATTRIBUTE = "gobridge.meta";

    /** What a message has that no bridge sent. */
    static final SqsMetadata NONE = new SqsMetadata("", null, null, SqsBody.AS_TEXT, "", Identity.NONE, Map.of());

    /** SQS takes nothing above it but pairs of surrogates; the generator escapes what is above. */
    private static final int HIGHEST_CHARACTER = 0xFFFD;

    /**
     * Formats it as JSON of nothing but characters that SQS takes.
     *
     * @throws IllegalArgumentException when a header is nested too deeply
     */
    String toJson() {
        return MetadataJson.write(HIGHEST_CHARACTER, this::write);
    }

    /**
     * Reads what {@link #toJson} wrote. A field that is not known is refused: it may say how to read the rest.
     *
     * @throws IllegalArgumentException when the text is anything else
     */
    static SqsMetadata parse(String text) {
        return MetadataJson.read(text, NONE, (metadata, field, json) -> field.equals("headers")
                ? metadata.withHeaders(EnvelopeJson.readHeaders(json)) : metadata.with(field, MetadataJson.text(json)));
    }

    private void write(JsonGenerator json) throws IOException {
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
    }

    private SqsMetadata withHeaders(Map<String, Object> read) {
        return new SqsMetadata(id, created, expires, body, subject, identity, read);
    }

    private SqsMetadata with(String field, String value) {
        return switch (field) {
            case "id" -> new SqsMetadata(value, created, expires, body, subject, identity, headers);
            case "created" -> new SqsMetadata(id, Instant.parse(value), expires, body, subject, identity, headers);
            case "expires" -> new SqsMetadata(id, created, Instant.parse(value), body, subject, identity, headers);
            case "body" -> new SqsMetadata(id, created, expires, value, subject, identity, headers);
            case "subject" -> new SqsMetadata(id, created, expires, body, value, identity, headers);
            case "idempotencyKey" -> with(identity.withIdempotencyKey(value));
            case "dedupId" -> with(identity.withDedupId(value));
            case "orderingKey" -> with(identity.withOrderingKey(value));
            default -> throw MetadataJson.unknown(field);
        };
    }

    private SqsMetadata with(Identity newIdentity) {
        return new SqsMetadata(id, created, expires, body, subject, newIdentity, headers);
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
