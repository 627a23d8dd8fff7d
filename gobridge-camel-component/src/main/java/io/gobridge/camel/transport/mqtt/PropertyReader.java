package io.gobridge.camel.transport.mqtt;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

/** Reads what {@link PropertyWriter} wrote, and what strangers write. Used for one message. */
final class PropertyReader {

    private static final String UNNAMED = "mqtt.unnamed";

    private final MqttProperties properties;
    private final Map<String, List<String>> user;
    private final BridgeMetadata metadata;

    /** @throws IllegalArgumentException when the metadata cannot be understood */
    PropertyReader(MqttProperties properties) {
        this.properties = properties;
        this.user = textsByName(properties);
        List<String> chunks = user.get(BridgeMetadata.PROPERTY);
        this.metadata = chunks == null ? BridgeMetadata.NONE : BridgeMetadata.parse(String.join("", chunks));
    }

    /** Returns every user property as a header, whatever it means; for a message that cannot be decoded. */
    static Headers.Builder raw(MqttProperties properties) {
        Headers.Builder headers = Headers.builder();
        textsByName(properties).forEach((name, texts) -> headers.put(name, texts.size() == 1 ? texts.get(0) : texts));
        return headers;
    }

    /** A property may have no name at all; a header may not. */
    private static Map<String, List<String>> textsByName(MqttProperties properties) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        for (UserProperty property : properties.getUserProperties()) {
            String name = property.getKey().isEmpty() ? UNNAMED : property.getKey();
            texts.computeIfAbsent(name, first -> new ArrayList<>(1)).add(property.getValue());
        }
        return texts;
    }

    boolean isPayloadAbsent() {
        return metadata.isAbsent();
    }

    /** Returns the message id that a bridge or a stranger who knows bridges gave; empty when there is none. */
    Optional<String> messageId() {
        return Optional.of(text(MqttHeaders.MESSAGE_ID)).filter(id -> !id.isEmpty());
    }

    String subject() {
        return text(MqttHeaders.SUBJECT);
    }

    /** @throws IllegalArgumentException when the property is no instant */
    Optional<Instant> createdAt() {
        String text = text(MqttHeaders.CREATED_AT);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(MqttHeaders.CREATED_AT + " is no instant", e);
        }
    }

    Identity identity() {
        return IdentityFields.read(user.keySet(), this::text);
    }

    /** @throws IllegalArgumentException when a value is not of the type that the metadata names */
    Headers.Builder headers() {
        Headers.Builder headers = Headers.builder();
        metadata.headers().forEach(headers::put);
        user.forEach((name, texts) -> {
            if (!MqttHeaders.isField(name)) {
                headers.put(name, value(name, texts));
            }
        });
        putPresent(headers, MqttHeaders.CONTENT_TYPE, properties.getContentType());
        putPresent(headers, MqttHeaders.RESPONSE_TOPIC, properties.getResponseTopic());
        putPresent(headers, MqttHeaders.CORRELATION_DATA, properties.getCorrelationData());
        return headers;
    }

    private Object value(String name, List<String> texts) {
        if (texts.size() > 1) {
            return texts;
        }
        String label = metadata.types().get(name);
        return label == null ? texts.get(0) : HeaderType.ofLabel(label).parse(texts.get(0));
    }

    private String text(String name) {
        List<String> texts = user.get(name);
        return texts == null ? metadata.texts().getOrDefault(name, "") : texts.get(0);
    }

    private static void putPresent(Headers.Builder headers, String name, Object value) {
        if (value != null) {
            headers.put(name, value);
        }
    }
}
