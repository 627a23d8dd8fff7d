package io.gobridge.camel.deadletter;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;

/** What happened to a dead letter as one JSON text, for stores: its failed runs, and what was done about it. */
public final class HistoryJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private HistoryJson() {
    }

    /** Formats the runs of {@link DeadLetter#history()} and the lines of {@link DeadLetter#audit()}. */
    public static String write(List<FailedRun> history, List<AuditLine> audit) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeArrayFieldStart("runs");
            for (FailedRun run : history) {
                json.writeStartObject();
                json.writeStringField("at", run.at().toString());
                json.writeStringField("code", run.code().name());
                json.writeStringField("reason", encodable(run.reason()));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("audit");
            for (AuditLine line : audit) {
                json.writeStartObject();
                json.writeStringField("at", line.at().toString());
                json.writeStringField("actor", line.actor());
                json.writeStringField("action", line.action());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Reads the runs.
     *
     * @throws IllegalArgumentException when the text is not in the form of {@link #write}
     */
    public static List<FailedRun> runs(String text) {
        List<FailedRun> runs = new ArrayList<>();
        each(text, "runs", run -> runs.add(new FailedRun(
                Instant.parse(run.path("at").asText()), FailureCode.named(run.path("code").asText()),
                run.path("reason").asText())));
        return runs;
    }

    /**
     * Reads the lines.
     *
     * @throws IllegalArgumentException when the text is not in the form of {@link #write}
     */
    public static List<AuditLine> audit(String text) {
        List<AuditLine> lines = new ArrayList<>();
        each(text, "audit", line -> lines.add(new AuditLine(
                Instant.parse(line.path("at").asText()), line.path("actor").asText(), line.path("action").asText())));
        return lines;
    }

    /** A reason that was cut may end in half of a surrogate pair, which no UTF-8 can say. */
    private static String encodable(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static void each(String text, String field, Consumer<JsonNode> reader) {
        try {
            MAPPER.readTree(text).path(field).forEach(reader);
        } catch (JsonProcessingException | DateTimeException e) {
            throw new IllegalArgumentException("The text is not the history of a dead letter", e);
        }
    }
}
