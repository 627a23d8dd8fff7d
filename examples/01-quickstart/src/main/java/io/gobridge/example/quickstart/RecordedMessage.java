package io.gobridge.example.quickstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/** Turns a line of the recording into the message that the sensor sent; a line that is broken is sent as it is. */
public final class RecordedMessage implements Processor {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public void process(Exchange exchange) throws IOException {
        Message message = exchange.getMessage();
        byte[] line = message.getBody(String.class).getBytes(StandardCharsets.UTF_8);
        message.removeHeaders("*");
        try {
            play(JSON.readTree(line), message);
        } catch (JsonProcessingException e) {
            message.setHeader("gobridge.message-id", "broken");
            message.setBody(line);
        }
    }

    private static void play(JsonNode recorded, Message message) throws IOException {
        message.setHeader("gobridge.message-id", recorded.get("id").textValue());
        recorded.get("headers").properties()
                .forEach(header -> message.setHeader(header.getKey(), header.getValue().asText()));
        message.setBody(recorded.has("base64")
                ? recorded.get("base64").binaryValue()
                : JSON.writeValueAsBytes(recorded.get("payload")));
    }
}
