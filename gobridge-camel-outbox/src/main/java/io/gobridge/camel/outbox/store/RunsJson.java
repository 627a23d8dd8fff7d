package io.gobridge.camel.outbox.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;

/** Failed runs as a text: {@code [{"at":1764536400000,"code":"TIMEOUT","reason":"..."}]}. */
final class RunsJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    private RunsJson() {
    }

    static String write(List<FailedRun> runs) {
        ArrayNode array = JSON.createArrayNode();
        for (FailedRun run : runs) {
            array.addObject().put("at", run.at().toEpochMilli()).put("code", run.code().name()).put("reason", run.reason());
        }
        return array.toString();
    }

    /** Reads them; a text that somebody edited tells of no runs, for the numbers beside it are what counts. */
    static List<FailedRun> read(String text) {
        List<FailedRun> runs = new ArrayList<>();
        for (JsonNode run : tree(text)) {
            runs.add(new FailedRun(
                    Instant.ofEpochMilli(run.path("at").asLong()), FailureCode.named(run.path("code").asText()),
                    run.path("reason").asText()));
        }
        return runs;
    }

    private static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.createArrayNode();
        }
    }
}
