package io.gobridge.camel.testkit.sqs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Takes the entries that fail out of a batch request and reports them, as a broker does that takes only a part. */
final class FailingEntries implements Fault {

    private final EntryFailure.Check check;

    FailingEntries(EntryFailure.Check check) {
        this.check = check;
    }

    static Fault chosenBy(Predicate<BatchEntry> chosen) {
        var failure = new EntryFailure("InternalError", "Failed at the door", false);
        return new FailingEntries(
                (index, entry) -> Optional.of(failure).filter(any -> chosen
                        .test(new BatchEntry(index, entry.path("Id").asText(), entry.path("MessageBody").asText()))));
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
        if (failed.isEmpty()) {
            return broker.ask(call.request());
        }
        body.set("Entries", passed);
        // the broker refuses a batch without entries, so a batch that fails as a whole is answered here
        var answer = passed.isEmpty() ? emptyAnswer() : broker.ask(call.request().withBody(bytes(body)));
        return answer.startLine().contains(" 200 ") ? withFailed(answer, failed) : answer;
    }

    private void split(JsonNode entries, ArrayNode passed, ArrayNode failed) {
        for (int i = 0; i < entries.size(); i++) {
            var entry = entries.get(i);
            var failure = check.failureOf(i, entry);
            if (failure.isPresent()) {
                failed.add(report(entry.path("Id").asText(), failure.get()));
            } else {
                passed.add(entry);
            }
        }
    }

    private static JsonNode report(String id, EntryFailure failure) {
        return SqsCall.JSON.createObjectNode().put("Id", id).put("Code", failure.code())
                .put("Message", failure.message()).put("SenderFault", failure.isSenderFault());
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
