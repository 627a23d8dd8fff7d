package io.gobridge.camel.deadletter;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServerConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What operators see over HTTP. */
class DeadLetterResourceTest {

    private static final String KEY = "a long key that only operators know";
    private static final String NO_KEY = "";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final RedriveStage stage = new RedriveStage();
    private final RecordingSender target = new RecordingSender();
    private final AtomicReference<String> unlucky = new AtomicReference<>("m");
    private VertxPlatformHttpServer server;

    @BeforeEach
    void serve() throws Exception {
        VertxPlatformHttpServerConfiguration configuration = new VertxPlatformHttpServerConfiguration();
        configuration.setBindHost("127.0.0.1");
        configuration.setBindPort(0);
        server = new VertxPlatformHttpServer(configuration);
        stage.context().addService(server);
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    private void start(String key) throws Exception {
        stage.component().setApiKey(key);
        stage.bind("target", target).start(routes -> routes.from(RedriveStage.SOURCE).routeId("r").process(exchange -> {
            if (exchange.getMessage().getBody(String.class).startsWith(unlucky.get())) {
                throw BridgeException.of(FailureCode.INTERNAL, "no luck");
            }
        }).to("gobridge:out?target=#target"));
    }

    private DeadLetter deadLetter(String id) {
        int before = stage.entries().size();
        stage.put(id, Headers.builder().put("number", 5L).build());
        return stage.awaitEntries(before + 1).get(before);
    }

    private HttpResponse<String> call(String method, String path, String body, String key)
            throws IOException, InterruptedException {
        return call(method, path, body, key, "application/json");
    }

    private HttpResponse<String> call(String method, String path, String body, String key, String type)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.getServer().actualPort() + "/gobridge/dead-letters" + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, BodyPublishers.ofString(body))
                .header("Content-Type", type);
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> call(String method, String path, String body) throws IOException, InterruptedException {
        return call(method, path, body, KEY);
    }

    private JsonNode read(HttpResponse<String> response) throws IOException {
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        return json.readTree(response.body());
    }

    @Test
    void shouldOfferNothingWithoutAKey() throws Exception {
        start(null);

        assertThat(call("GET", "", "").statusCode()).isEqualTo(404);
        assertThat(stage.context().getRoute("gobridge-dead-letters")).isNull();
    }

    @Test
    void shouldAnswerNobodyWithoutTheKey() throws Exception {
        start(KEY);
        DeadLetter entry = deadLetter("m1");
        unlucky.set("nobody");

        assertThat(call("GET", "", "", NO_KEY).statusCode()).isEqualTo(401);
        assertThat(call("GET", "/" + entry.id(), "", KEY + "x").statusCode()).isEqualTo(401);
        assertThat(call("POST", "/" + entry.id() + "/redrive", "", KEY.substring(1)).statusCode()).isEqualTo(401);
        HttpResponse<String> refused = call("DELETE", "/" + entry.id(), "", "Basic");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(stage.entries()).hasSize(1);
        assertThat(target.count()).isZero();
    }

    @Test
    void shouldListWithoutPayloadsByFilterAndPage() throws Exception {
        start(KEY);
        DeadLetter first = deadLetter("m1");
        DeadLetter second = deadLetter("m2");

        JsonNode page = read(call("GET", "?route=r&category=permanent&size=1", ""));
        JsonNode rest = read(call("GET", "?route=r&size=1&after=" + page.get("next").asText(), ""));

        assertThat(page.get("entries")).hasSize(1);
        assertThat(page.at("/entries/0/id").asText()).isEqualTo(first.id());
        assertThat(page.at("/entries/0/messageId").asText()).isEqualTo("m1");
        assertThat(page.at("/entries/0/category").asText()).isEqualTo("permanent");
        assertThat(page.at("/entries/0").has("payload")).isFalse();
        assertThat(page.at("/entries/0").has("headers")).isFalse();
        assertThat(rest.at("/entries/0/id").asText()).isEqualTo(second.id());
        assertThat(rest.get("next").asText()).isEmpty();
        assertThat(read(call("GET", "?category=poison", "")).get("entries")).isEmpty();
        assertThat(read(call("GET", "?from=" + second.lastFailure().plusSeconds(1), "")).get("entries")).isEmpty();
    }

    @Test
    void shouldShowAnEntryWithItsPayload() throws Exception {
        start(KEY);
        DeadLetter entry = deadLetter("m1");

        JsonNode shown = read(call("GET", "/" + entry.id(), ""));

        assertThat(shown.get("payload").binaryValue()).isEqualTo("m1".getBytes(StandardCharsets.UTF_8));
        assertThat(shown.at("/headers/number/long").asText()).isEqualTo("5");
        assertThat(shown.get("code").asText()).isEqualTo("INTERNAL");
        assertThat(shown.get("reason").asText()).isEqualTo("no luck");
        assertThat(call("GET", "/unknown", "").statusCode()).isEqualTo(404);
    }

    /** Case 104. */
    @Test
    void shouldAnswer207WhenNotAllWereDelivered() throws Exception {
        start(KEY);
        DeadLetter first = deadLetter("m1");
        DeadLetter second = deadLetter("m2");
        unlucky.set("m2");

        HttpResponse<String> response = call("POST", "/redrive", "{\"filter\":{\"route\":\"r\"},\"limit\":10}");

        assertThat(response.statusCode()).isEqualTo(207);
        JsonNode results = read(response).get("results");
        assertThat(results).hasSize(2);
        assertThat(results.at("/0/id").asText()).isEqualTo(first.id());
        assertThat(results.at("/0/result").asText()).isEqualTo("delivered");
        assertThat(results.at("/1/id").asText()).isEqualTo(second.id());
        assertThat(results.at("/1/result").asText()).isEqualTo("failed");
        assertThat(results.at("/1/reason").asText()).isEqualTo("no luck");
        assertThat(stage.entries()).extracting(DeadLetter::id).containsExactly(second.id());
    }

    @Test
    void shouldRedriveOneAndMany() throws Exception {
        start(KEY);
        DeadLetter first = deadLetter("m1");
        DeadLetter second = deadLetter("m2");
        unlucky.set("nobody");

        HttpResponse<String> one = call("POST", "/" + first.id() + "/redrive", "");
        HttpResponse<String> many = call("POST", "/redrive", "{\"ids\":[\"" + second.id() + "\"]}");

        assertThat(one.statusCode()).isEqualTo(200);
        assertThat(many.statusCode()).isEqualTo(200);
        assertThat(target.envelopes()).extracting(sent -> sent.payload().toText()).containsExactly("m1", "m2");
        assertThat(call("POST", "/" + first.id() + "/redrive", "").statusCode()).isEqualTo(404);
    }

    @Test
    void shouldRedriveWithAnEditedBodyAndHeaders() throws Exception {
        start(KEY);
        DeadLetter entry = deadLetter("m1");
        String body = Base64.getEncoder().encodeToString("fixed".getBytes(StandardCharsets.UTF_8));

        HttpResponse<String> response = call("PUT", "/" + entry.id(),
                "{\"body\":\"" + body + "\",\"headers\":{\"number\":null,\"flag\":true}}");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(target.envelopes()).singleElement().satisfies(sent -> {
            assertThat(sent.payload().toText()).isEqualTo("fixed");
            assertThat(sent.headers().contains("number")).isFalse();
            assertThat(sent.headers().get("flag")).contains(true);
        });
    }

    @Test
    void shouldDelete() throws Exception {
        start(KEY);
        DeadLetter entry = deadLetter("m1");

        assertThat(call("DELETE", "/" + entry.id(), "").statusCode()).isEqualTo(200);
        assertThat(call("DELETE", "/" + entry.id(), "").statusCode()).isEqualTo(404);
        assertThat(stage.entries()).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrongWithARequest() throws Exception {
        start(KEY);
        DeadLetter entry = deadLetter("m1");

        assertRefused(call("GET", "?category=bad", ""), "category must be one of");
        assertRefused(call("GET", "?from=yesterday", ""), "from must be an instant");
        assertRefused(call("GET", "?size=0", ""), "size=0");
        assertRefused(call("GET", "?after=nonsense", ""), "There is no page");
        assertRefused(call("POST", "/redrive", "{}"), "either ids or filter");
        assertRefused(call("POST", "/redrive", "not json"), "not JSON");
        assertRefused(call("POST", "/redrive", "{\"filter\":{\"tenant\":\"x\"}}"), "'tenant' is unknown");
        assertRefused(call("PUT", "/" + entry.id(), "{}"), "Nothing is edited");
        assertRefused(call("PUT", "/" + entry.id(), "{\"body\":\"!\"}"), "base64");
        assertRefused(call("PUT", "/" + entry.id(), "{\"headers\":{\"X-Bridge.tenant-id\":\"t\"}}"), "cannot be edited");
        assertRefused(call("PUT", "/" + entry.id(), "{\"headers\":{\"CamelGoBridgeAddress\":\"a\"}}"), "cannot be edited");
        assertThat(call("POST", "", "").statusCode()).isEqualTo(405);
        assertThat(target.count()).isZero();
    }

    @Test
    void shouldRefuseAHeaderThatIsNotInItsFormWithoutRepeatingIt() throws Exception {
        start(KEY);
        DeadLetter entry = deadLetter("m1");

        for (String value : List.of("4711", "{\"long\":\"4711\\u0000\"}", "{\"4711\":\"a\"}", "{\"long\":4711}",
                "{\"bytes\":\"4711!\"}", "{\"list\":\"4711 a\"}", "[4711]", "{}")) {
            HttpResponse<String> response = call("PUT", "/" + entry.id(), "{\"headers\":{\"fine\":\"a\",\"n\":" + value + "}}");

            assertRefused(response, "Header 'n' must be a text, true, false, null to remove it, a list");
            assertThat(response.body()).contains("{\\\"long\\\": \\\"5\\\"}").doesNotContain("4711");
        }
        assertThat(target.count()).isZero();
    }

    @Test
    void shouldRefuseQueryParametersThatItDoesNotKnow() throws Exception {
        start(KEY);

        assertRefused(call("GET", "?routes=secret&size=1&tenant=secret", ""),
                "Query parameters [routes, tenant] are unknown; allowed are [after, category, from, route, size, to]");
        assertThat(call("GET", "?route=r&category=poison&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&size=1&after=1", "")
                .statusCode()).isEqualTo(200);
    }

    /** What curl sends with -d alone. */
    @Test
    void shouldSayThatAFormIsNoJson() throws Exception {
        start(KEY);
        DeadLetter entry = deadLetter("m1");
        String form = "application/x-www-form-urlencoded";

        HttpResponse<String> many = call("POST", "/redrive", "{\"ids\":[\"" + entry.id() + "\"]}", KEY, form);
        HttpResponse<String> edit = call(
                "PUT", "/" + entry.id(), "{\"body\":\"eA==\"}", KEY, "Application/X-WWW-Form-Urlencoded; charset=UTF-8");

        assertThat(List.of(many.statusCode(), edit.statusCode())).containsOnly(415);
        assertThat(read(many).get("error").asText()).isEqualTo("send the body with Content-Type: application/json");
        assertThat(read(edit).get("error").asText()).isEqualTo("send the body with Content-Type: application/json");
        assertThat(target.count()).isZero();
    }

    private void assertRefused(HttpResponse<String> response, String reason) throws IOException {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(read(response).get("error").asText()).contains(reason);
    }
}
