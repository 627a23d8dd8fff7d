package io.gobridge.example.quickstart;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.delivery.DeliveryCounts;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Where every message went.
 *
 * @param recording   the lines that were played
 * @param arrived     what the AWS SDK read back from the queue
 * @param deadLetters what the dead-letter store holds
 * @param counts      the bridge's own ledger
 */
record Result(List<String> recording, List<Message> arrived, List<DeadLetter> deadLetters, DeliveryCounts counts) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the id under which a message was sent, from the bridge's metadata on the wire. */
    static String id(Message message) {
        try {
            return JSON.readTree(message.messageAttributes().get("gobridge.meta").stringValue()).get("id").textValue();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The bridge wrote metadata that is no JSON", e);
        }
    }

    void print(PrintStream out) {
        Map<String, Long> copies
                = arrived.stream().collect(Collectors.groupingBy(Result::id, Collectors.counting()));
        Map<String, DeadLetter> dead = deadLetters.stream()
                .collect(Collectors.toMap(entry -> entry.envelope().id(), Function.identity()));
        out.println("Where every message went:");
        for (String line : recording) {
            String id = RecordedMessage.of(line).id();
            out.printf("  %-17s %s%n", id, fate(id, copies, dead));
        }
        out.println("ledger: " + counts);
    }

    private static String fate(String id, Map<String, Long> copies, Map<String, DeadLetter> dead) {
        if (copies.containsKey(id)) {
            return copies.get(id) == 1 ? "SQS" : "SQS, " + copies.get(id) + " copies";
        }
        if (dead.containsKey(id)) {
            DeadLetter entry = dead.get(id);
            return "dead letter, " + entry.category().label() + ", " + entry.envelope().payload() + ": " + entry.reason();
        }
        return "filtered";
    }
}
