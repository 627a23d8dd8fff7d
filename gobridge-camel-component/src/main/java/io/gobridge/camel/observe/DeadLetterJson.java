package io.gobridge.camel.observe;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterPage;
import io.gobridge.camel.deadletter.DeadLetterSummary;
import io.gobridge.camel.deadletter.RedriveResult;
import io.gobridge.camel.envelope.Envelope;

/** Writes dead letters as JSON for whoever operates the bridge. Payloads are in single entries only. */
final class DeadLetterJson {

    /** ASCII only, so that any Java text has a form. */
    private static final JsonFactory FACTORY = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private DeadLetterJson() {
    }

    static String page(DeadLetterPage page) {
        return write(json -> {
            json.writeArrayFieldStart("entries");
            for (DeadLetterSummary entry : page.entries()) {
                json.writeStartObject();
                summary(json, entry);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeStringField("next", page.next());
        });
    }

    static String entry(DeadLetter entry) {
        return write(json -> {
            summary(json, DeadLetterSummary.of(entry));
            message(json, entry.envelope());
            json.writeArrayFieldStart("history");
            for (var run : entry.history()) {
                json.writeStartObject();
                json.writeStringField("at", run.at().toString());
                json.writeStringField("code", run.code().name());
                json.writeStringField("reason", run.reason());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("audit");
            for (var line : entry.audit()) {
                json.writeStartObject();
                json.writeStringField("at", line.at().toString());
                json.writeStringField("actor", line.actor());
                json.writeStringField("action", line.action());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    static String results(List<RedriveResult> results) {
        return write(json -> {
            json.writeArrayFieldStart("results");
            for (RedriveResult result : results) {
                json.writeStartObject();
                json.writeStringField("id", result.id());
                json.writeStringField("result", result.ending().label());
                json.writeStringField("code", result.code());
                json.writeStringField("reason", result.reason());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    static String error(String what) {
        return write(json -> json.writeStringField("error", what));
    }

    private static void summary(JsonGenerator json, DeadLetterSummary entry) throws IOException {
        json.writeStringField("id", entry.id());
        json.writeStringField("messageId", entry.messageId());
        json.writeStringField("form", entry.form().label());
        json.writeStringField("source", entry.sourceId());
        json.writeStringField("route", entry.routeId());
        json.writeStringField("binding", entry.binding());
        json.writeStringField("address", entry.address());
        json.writeStringField("category", entry.category().label());
        json.writeStringField("code", entry.code().name());
        json.writeStringField("reason", entry.reason());
        json.writeStringField("firstFailure", entry.firstFailure().toString());
        json.writeStringField("lastFailure", entry.lastFailure().toString());
        json.writeNumberField("attempts", entry.attempts());
    }

    private static void message(JsonGenerator json, Envelope message) throws IOException {
        json.writeStringField("subject", message.subject());
        json.writeStringField("createdAt", message.createdAt().toString());
        if (message.expiresAt().isPresent()) {
            json.writeStringField("expiresAt", message.expiresAt().get().toString());
        }
        json.writeStringField("idempotencyKey", message.identity().idempotencyKey());
        json.writeStringField("dedupId", message.identity().dedupId());
        json.writeStringField("orderingKey", message.identity().orderingKey());
        json.writeFieldName("headers");
        json.writeRawValue(HeadersJson.write(message.headers()));
        if (message.payload().isAbsent()) {
            json.writeNullField("payload");
        } else {
            json.writeBinaryField("payload", message.payload().toBytes());
        }
    }

    private static String write(Fields fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Writes the fields of an object. */
    @FunctionalInterface
    private interface Fields {

        void write(JsonGenerator json) throws IOException;
    }
}
