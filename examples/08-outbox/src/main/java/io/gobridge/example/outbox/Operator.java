package io.gobridge.example.outbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Does something about dead letters, at any node. */
final class Operator {

    private final HttpClient client = HttpClient.newHttpClient();
    private final String key;

    Operator(String key) {
        this.key = key;
    }

    /** Redrives all dead letters of the route; the answer is 200 when each of them was delivered. */
    int redrive(int port, String route) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest
                .newBuilder(URI.create("http://127.0.0.1:" + port + "/gobridge/dead-letters/redrive"))
                .header("Authorization", "Bearer " + key).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"filter\": {\"route\": \"" + route + "\"}}")).build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}
