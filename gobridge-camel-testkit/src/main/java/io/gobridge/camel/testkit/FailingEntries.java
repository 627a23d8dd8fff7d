package io.gobridge.camel.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Takes chosen entries out of a batch request and reports them as failed, as a broker does that takes only a part. */
final class FailingEntries implements Fault {

    private final Predicate<BatchEntry> chosen;

    FailingEntries(Predicate<BatchEntry> chosen) {
        this.chosen = chosen;
    }

    @Override
    public HttpMessage answer(SqsCall call, Broker broker) throws IOException {
        if (!call.isBatch()) {
            return broker.ask(call.request());
        }
        var body = (ObjectNode) call.body();
        var passed = SqsCall.JSON.createArrayNode();
        var failed = SqsCall.JSON.createArrayNode();
        split(body.path("Entries"), passed, failed);
        body.set("Entries", passed);
        // the broker refuses a batch without entries, so a batch that fails as a whole is answered here
        var answer = passed.isEmpty() ? emptyAnswer() : broker.ask(call.request().withBody(bytes(body)));
        return answer.startLine().contains(" 200 ") ? withFailed(answer, failed) : answer;
    }

    private void split(JsonNode entries, ArrayNode passed, ArrayNode failed) {
        for (int i = 0; i < entries.size(); i++) {
            var entry = entries.get(i);
            var id = entry.path("Id").asText();
            if (chosen.test(new BatchEntry(i, id, entry.path("MessageBody").asText()))) {
                failed.addObject().put("Id", id).put("Code", "InternalError").put("Message", "Failed at the door")
                        .put("SenderFault", false);
            } else {
                passed.add(entry);
            }
        }
    }

    private static HttpMessage withFailed(HttpMessage answer, ArrayNode failed) throws IOException {
        var result = (ObjectNode) SqsCall.JSON.readTree(answer.body());
        result.withArray("/Failed").addAll(failed);
        return answer.withBody(bytes(result));
    }

    private static HttpMessage emptyAnswer() {
        var headers = List.of("Content-Type: application/x-amz-json-1.0");
        return new HttpMessage("HTTP/1.1 200 OK", headers, "{\"Successful\":[]}".getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(JsonNode node) throws IOException {
        return SqsCall.JSON.writeValueAsBytes(node);
    }
}
