package io.gobridge.camel.observe;

import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import com.fasterxml.jackson.databind.JsonNode;
import io.gobridge.camel.deadletter.DeadLetters;
import io.gobridge.camel.deadletter.RedriveEdit;
import io.gobridge.camel.deadletter.RedriveResult;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.util.URISupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers HTTP requests about dead letters, of those who have the key. */
final class DeadLetterResource extends AsyncProcessorSupport {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterResource.class);

    private static final String ACTOR = "rest";
    private static final String REDRIVE = "redrive";
    private static final String FORM = "application/x-www-form-urlencoded";

    private static final Set<String> WITH_BODY = Set.of("PUT one", "POST redrive");

    private final DeadLetters deadLetters;
    private final OperationsKey key;

    DeadLetterResource(DeadLetters deadLetters, OperationsKey key) {
        this.deadLetters = deadLetters;
        this.key = key;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        answered(exchange).whenComplete((answer, error) -> {
            Answer given = error == null ? answer : failed(Failures.unwrapped(error));
            Message message = exchange.getMessage();
            message.removeHeaders("*");
            message.setHeader(Exchange.HTTP_RESPONSE_CODE, given.status());
            if (given.status() == Answer.UNAUTHORIZED) {
                message.setHeader("WWW-Authenticate", "Bearer");
            }
            message.setHeader(Exchange.CONTENT_TYPE, "application/json");
            message.setBody(given.json().getBytes(StandardCharsets.UTF_8));
            callback.done(false);
        });
        return false;
    }

    private CompletionStage<Answer> answered(Exchange exchange) {
        Message request = exchange.getMessage();
        if (!key.opens(request.getHeader("Authorization", String.class))) {
            return answer(Answer.of(Answer.UNAUTHORIZED, "send the apiKey as Authorization: Bearer"));
        }
        try {
            return answer(request);
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<Answer> answer(Message request) {
        List<String> path = path(request);
        String id = path.isEmpty() ? "" : path.get(0);
        String call = request.getHeader(Exchange.HTTP_METHOD, String.class) + " " + switch (path.size()) {
            case 0 -> "all";
            case 1 -> id.equals(REDRIVE) ? REDRIVE : "one";
            case 2 -> path.get(1).equals(REDRIVE) ? "one/redrive" : "";
            default -> "";
        };
        if (WITH_BODY.contains(call) && isForm(request)) {
            return answer(Answer.of(Answer.UNSUPPORTED_TYPE, "send the body with Content-Type: application/json"));
        }
        return switch (call) {
            case "GET all" -> list(query(request));
            case "GET one" -> deadLetters.get(id).thenApply(
                    entry -> entry.map(found -> new Answer(Answer.OK, DeadLetterJson.entry(found))).orElse(Answer.NOT_FOUND));
            case "DELETE one" -> deadLetters.delete(id).thenApply(
                    wasThere -> wasThere ? new Answer(Answer.OK, "{}") : Answer.NOT_FOUND);
            case "POST one/redrive" -> redrive(id, RedriveEdit.NONE);
            case "PUT one" -> redrive(id, DeadLetterRequest.edit(request.getBody(byte[].class)));
            case "POST redrive" -> redriveMany(request.getBody(byte[].class));
            default -> answer(Answer.of(Answer.NOT_ALLOWED, "there is no such operation"));
        };
    }

    /** What curl says of a body unless it is told; servers for Camel take such a body apart. */
    private static boolean isForm(Message request) {
        String type = request.getHeader(Exchange.CONTENT_TYPE, String.class);
        return type != null && type.strip().regionMatches(true, 0, FORM, 0, FORM.length());
    }

    private CompletionStage<Answer> list(Map<String, String> query) {
        return deadLetters.list(DeadLetterRequest.listFilter(query), query.getOrDefault("after", ""),
                DeadLetterRequest.number("size", query.get("size"), DeadLetterRequest.PAGE))
                .thenApply(page -> new Answer(Answer.OK, DeadLetterJson.page(page)));
    }

    private CompletionStage<Answer> redrive(String id, RedriveEdit edit) {
        return deadLetters.redrive(id, edit, ACTOR).thenApply(result -> result.ending() == RedriveResult.Ending.NOT_FOUND
                ? Answer.NOT_FOUND : results(List.of(result)));
    }

    private CompletionStage<Answer> redriveMany(byte[] body) {
        JsonNode wanted = DeadLetterRequest.object(body, Set.of("ids", "filter", "limit"));
        if (wanted.has("ids") == wanted.has("filter")) {
            throw new IllegalArgumentException("Set either ids or filter; {} as the filter chooses all");
        }
        return (wanted.has("ids")
                ? deadLetters.redriveAll(DeadLetterRequest.ids(wanted.get("ids")), ACTOR)
                : deadLetters.redriveAll(DeadLetterRequest.filter(wanted.get("filter")),
                        DeadLetterRequest.number("limit", wanted.path("limit").asText(""), DeadLetterRequest.PAGE), ACTOR))
                .thenApply(DeadLetterResource::results);
    }

    private static Answer results(List<RedriveResult> results) {
        boolean all = results.stream().allMatch(RedriveResult::isDelivered);
        return new Answer(all ? Answer.OK : Answer.MIXED, DeadLetterJson.results(results));
    }

    private static CompletionStage<Answer> answer(Answer answer) {
        return CompletableFuture.completedFuture(answer);
    }

    private static Answer failed(Throwable error) {
        if (error instanceof IllegalArgumentException) {
            return Answer.of(Answer.BAD_REQUEST, error.getMessage());
        }
        LOG.warn("A request about dead letters failed: {}", error.getClass().getName(), error);
        return Answer.of(Answer.UNAVAILABLE, error instanceof BridgeException failure
                ? failure.code() + ": " + failure.getMessage()
                : "the request failed; the log says why");
    }

    /** Returns what follows the resource's own path, in parts. */
    private static List<String> path(Message request) {
        String path = Optional.ofNullable(request.getHeader(Exchange.HTTP_PATH, String.class)).orElse("");
        int own = path.indexOf(DeadLetterRoutes.PATH);
        String rest = own < 0 ? path : path.substring(own + DeadLetterRoutes.PATH.length());
        return List.of(rest.split("/", -1)).stream().filter(part -> !part.isEmpty()).toList();
    }

    private static Map<String, String> query(Message request) {
        String text = request.getHeader(Exchange.HTTP_QUERY, String.class);
        Map<String, String> query = new HashMap<>();
        try {
            URISupport.parseQuery(text == null ? "" : text).forEach((name, value) -> query.put(name, String.valueOf(value)));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("The query cannot be read", e);
        }
        return query;
    }

    /** What is answered. */
    private record Answer(int status, String json) {

        private static final int OK = 200;
        private static final int MIXED = 207;
        private static final int BAD_REQUEST = 400;
        private static final int UNAUTHORIZED = 401;
        private static final int NOT_ALLOWED = 405;
        private static final int UNSUPPORTED_TYPE = 415;
        private static final int UNAVAILABLE = 503;
        private static final Answer NOT_FOUND = of(404, "there is no such dead letter");

        private static Answer of(int status, String error) {
            return new Answer(status, DeadLetterJson.error(error));
        }
    }
}
