package io.gobridge.camel.testkit.sqs;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A request together with the SQS action that it asks for. */
record SqsCall(String action, HttpMessage request) {

    static final ObjectMapper JSON = new ObjectMapper();
    private static final String TARGET_PREFIX = "AmazonSQS.";

    static SqsCall of(HttpMessage request) {
        var target = request.header("X-Amz-Target").orElse("");
        var action = target.startsWith(TARGET_PREFIX) ? target.substring(TARGET_PREFIX.length()) : "Unknown";
        return new SqsCall(action, request);
    }

    boolean isBatch() {
        return action.endsWith("Batch");
    }

    int entries() throws IOException {
        return isBatch() ? body().path("Entries").size() : 1;
    }

    JsonNode body() throws IOException {
        return JSON.readTree(request.body());
    }
}
