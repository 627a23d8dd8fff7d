package io.gobridge.camel.transport.mqtt;

import java.nio.charset.StandardCharsets;

import io.gobridge.camel.envelope.Utf8;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

/**
 * A PUBLISH, all but its packet id: the payload as it is, and what comes before it in one array of the right length.
 * Sent once.
 */
final class PublishPacket {

    private final MqttMessage message;
    private final byte[] head;
    private int position;
    private int packetIdAt;

    /** @param message with texts that MQTT takes */
    PublishPacket(String topic, MqttMessage message) {
        this.message = message;
        MqttProperties properties = message.getProperties();
        int propertyBytes = propertyBytes(properties);
        int variable = 2 + Utf8.length(topic) + (message.getQos() == 0 ? 0 : 2) + numberBytes(propertyBytes)
                       + propertyBytes;
        long remaining = (long) variable + message.getPayload().length;
        this.head = new byte[1 + numberBytes(remaining) + variable];
        one(Packet.PUBLISH.first() | (message.getQos() << 1) | (message.isRetained() ? 1 : 0));
        number(remaining);
        text(topic);
        if (message.getQos() > 0) {
            packetIdAt = position;
            two(0);
        }
        number(propertyBytes);
        write(properties);
    }

    int qos() {
        return message.getQos();
    }

    boolean isRetained() {
        return message.isRetained();
    }

    /** Returns the bytes of the whole packet, also when there are more than a packet can have. */
    long length() {
        return (long) head.length + message.getPayload().length;
    }

    /** Returns all that comes before the payload. */
    byte[] head(int packetId) {
        if (packetIdAt > 0) {
            position = packetIdAt;
            two(packetId);
        }
        return head;
    }

    byte[] payload() {
        return message.getPayload();
    }

    private static int propertyBytes(MqttProperties properties) {
        int length = properties.getMessageExpiryInterval() == null ? 0 : 5;
        length += properties.getContentType() == null ? 0 : 3 + Utf8.length(properties.getContentType());
        length += properties.getResponseTopic() == null ? 0 : 3 + Utf8.length(properties.getResponseTopic());
        length += properties.getCorrelationData() == null ? 0 : 3 + properties.getCorrelationData().length;
        for (UserProperty user : properties.getUserProperties()) {
            length += 5 + Utf8.length(user.getKey()) + Utf8.length(user.getValue());
        }
        return length;
    }

    private static int numberBytes(long number) {
        int length = 1;
        for (long left = number >> 7; left > 0; left >>= 7) {
            length++;
        }
        return length;
    }

    private void write(MqttProperties properties) {
        Long expiry = properties.getMessageExpiryInterval();
        if (expiry != null) {
            one(0x02);
            two((int) (expiry >> 16));
            two(expiry.intValue());
        }
        property(0x03, properties.getContentType());
        property(0x08, properties.getResponseTopic());
        if (properties.getCorrelationData() != null) {
            one(0x09);
            binary(properties.getCorrelationData());
        }
        for (UserProperty user : properties.getUserProperties()) {
            property(0x26, user.getKey());
            text(user.getValue());
        }
    }

    private void property(int identifier, String text) {
        if (text != null) {
            one(identifier);
            text(text);
        }
    }

    private void text(String text) {
        binary(text.getBytes(StandardCharsets.UTF_8));
    }

    private void binary(byte[] value) {
        two(value.length);
        System.arraycopy(value, 0, head, position, value.length);
        position += value.length;
    }

    private void number(long value) {
        long left = value;
        while (left > 0x7F) {
            one(((int) left & 0x7F) | 0x80);
            left >>= 7;
        }
        one((int) left);
    }

    private void two(int value) {
        one(value >> 8);
        one(value);
    }

    private void one(int value) {
        head[position++] = (byte) value;
    }
}
