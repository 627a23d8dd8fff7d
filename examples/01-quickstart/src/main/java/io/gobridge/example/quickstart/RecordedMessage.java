package io.gobridge.example.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

/**
 * What a device published once, from a line of the recording; a line that is broken is published as it is.
 *
 * @param id      the id that the device gave it
 * @param plant   where the device stands
 * @param message what goes over the wire
 */
record RecordedMessage(String id, String plant, MqttMessage message) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int AT_LEAST_ONCE = 1;

    static RecordedMessage of(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        try {
            JsonNode recorded = JSON.readTree(bytes);
            JsonNode headers = recorded.get("headers");
            MqttMessage message = message(recorded.get("id").textValue(), payload(recorded), headers);
            if (recorded.has("expirySeconds")) {
                message.getProperties().setMessageExpiryInterval(recorded.get("expirySeconds").longValue());
            }
            return new RecordedMessage(recorded.get("id").textValue(), headers.path("plant").asText("north"), message);
        } catch (JsonProcessingException e) {
            return new RecordedMessage("broken", "north", message("broken", bytes, JSON.createObjectNode()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] payload(JsonNode recorded) throws IOException {
        return recorded.has("base64")
                ? recorded.get("base64").binaryValue()
                : JSON.writeValueAsBytes(recorded.get("payload"));
    }

    private static MqttMessage message(String id, byte[] payload, JsonNode headers) {
        List<UserProperty> user = new ArrayList<>();
        user.add(new UserProperty("gobridge.message-id", id));
        headers.properties().forEach(header -> user.add(new UserProperty(header.getKey(), header.getValue().asText())));
        MqttProperties properties = new MqttProperties();
        properties.setUserProperties(user);
        MqttMessage message = new MqttMessage(payload);
        message.setQos(AT_LEAST_ONCE);
        message.setProperties(properties);
        return message;
    }
}
