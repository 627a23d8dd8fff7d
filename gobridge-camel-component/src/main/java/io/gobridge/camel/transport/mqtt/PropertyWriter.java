package io.gobridge.camel.transport.mqtt;

import java.util.ArrayList;
import java.util.List;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;
import io.gobridge.camel.transport.MetadataBuilder;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

/**
 * Gives each part of an envelope its property: one of MQTT's own, else a user property of the same name, and packed
 * into {@link BridgeMetadata} what the wire cannot carry in the open. Used for one envelope.
 */
final class PropertyWriter {

    /** Leaves room below 128, above which peers may refuse a message. */
    private static final int MOST_HEADERS = 100;

    /** A chunk of metadata has as many bytes as characters. */
    private static final int CHUNK = 60_000;

    private final MqttProperties properties = new MqttProperties();
    private final List<UserProperty> user = new ArrayList<>();
    private final MetadataBuilder metadata = new MetadataBuilder("MQTT");

    /** @throws BridgeException {@link FailureCode#INVALID_HEADER} naming the header that cannot be carried */
    static MqttProperties write(Envelope envelope) {
        PropertyWriter writer = new PropertyWriter();
        writer.addText(MqttHeaders.MESSAGE_ID, envelope.id());
        writer.addText(MqttHeaders.SUBJECT, envelope.subject());
        writer.addText(MqttHeaders.CREATED_AT, envelope.createdAt().toString());
        IdentityFields.forEach(envelope.identity(), writer::addText);
        envelope.headers().forEach((name, value) -> writer.addHeader(name, value, envelope.identity()));
        writer.metadata.toJson(envelope.payload().isAbsent()).ifPresent(writer::addMetadata);
        writer.properties.setUserProperties(writer.user);
        return writer.properties;
    }

    private void addText(String name, String text) {
        if (text.isEmpty()) {
            return;
        }
        if (MqttText.isPlain(text)) {
            user.add(new UserProperty(name, text));
        } else {
            metadata.text(name, text);
        }
    }

    private void addHeader(String name, Object value, Identity identity) {
        if (MqttHeaders.isOfTheReceipt(name) || IdentityFields.isRepeatedBy(name, identity)) {
            return;
        }
        if (MqttHeaders.isProperty(name)) {
            addProperty(name, value);
            return;
        }
        HeaderType type = HeaderType.of(value);
        String text = metadata.format(name, type, value);
        if (MqttHeaders.isField(name) || user.size() >= MOST_HEADERS || !MqttText.isPlain(name) || !MqttText.isPlain(text)) {
            metadata.pack(name, value);
            return;
        }
        user.add(new UserProperty(name, text));
        if (type != HeaderType.TEXT) {
            metadata.type(name, type);
        }
    }

    private void addProperty(String name, Object value) {
        boolean isText = value instanceof String text && MqttText.isPlain(text);
        if (isText && name.equals(MqttHeaders.CONTENT_TYPE)) {
            properties.setContentType((String) value);
        } else if (isText && name.equals(MqttHeaders.RESPONSE_TOPIC) && Topics.isTopic((String) value)) {
            properties.setResponseTopic((String) value);
        } else if (name.equals(MqttHeaders.CORRELATION_DATA) && value instanceof byte[] bytes
                && bytes.length <= MqttText.LONGEST) {
            properties.setCorrelationData(bytes);
        } else {
            metadata.pack(name, value);
        }
    }

    private void addMetadata(String json) {
        for (int start = 0; start < json.length(); start += CHUNK) {
            user.add(new UserProperty(
                    BridgeMetadata.PROPERTY, json.substring(start, Math.min(json.length(), start + CHUNK))));
        }
    }
}
