package io.gobridge.camel.testkit.sqs;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

/** Refuses the names of message attributes that AWS refuses; ElasticMQ takes every name. */
final class AttributeNameRules implements Fault {

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
    private static final int MAX_LENGTH = 256;
    private static final String CODE = "InvalidParameterValue";

    private final FailingEntries entries = new FailingEntries(
            (index, entry) -> badName(entry)
                    .map(name -> new EntryFailure(CODE, message(name), true)));

    @Override
    public HttpMessage answer(SqsCall call, Broker broker) throws IOException {
        if (call.action().equals("SendMessageBatch")) {
            return entries.answer(call, broker);
        }
        var badName = call.action().equals("SendMessage") ? badName(call.body()) : Optional.<String> empty();
        return badName.isPresent()
                ? new Refusal(400, CODE, message(badName.get())).toResponse() : broker.ask(call.request());
    }

    private static Optional<String> badName(JsonNode message) {
        Iterable<String> names = () -> message.path("MessageAttributes").fieldNames();
        return StreamSupport.stream(names.spliterator(), false).filter(name -> !isAllowed(name)).findFirst();
    }

    private static boolean isAllowed(String name) {
        var upper = name.toUpperCase(Locale.ROOT);
        return name.length() <= MAX_LENGTH && ALLOWED.matcher(name).matches()
                && !upper.startsWith("AWS.") && !upper.startsWith("AMAZON.");
    }

    private static String message(String name) {
        return "The message attribute name '" + name + "' is invalid";
    }
}
