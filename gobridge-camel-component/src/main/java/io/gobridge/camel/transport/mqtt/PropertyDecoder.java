package io.gobridge.camel.transport.mqtt;

import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

/** Reads the properties of packets that brokers send. */
final class PropertyDecoder {

    private static final int SUBSCRIPTION_IDENTIFIER = 0x0B;
    private static final int USER_PROPERTY = 0x26;

    private PropertyDecoder() {
    }

    /** The packets whose properties differ. */
    enum Of {
        /** The answer to CONNECT. */
        CONNACK(0x11, 0x12, 0x13, 0x15, 0x16, 0x1A, 0x1C, 0x1F, 0x21, 0x22, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A),
        /** A message. */
        PUBLISH(0x01, 0x02, 0x03, 0x08, 0x09, 0x0B, 0x23, 0x26),
        /** An answer to what this side has sent. */
        ANSWER(0x1F, 0x26),
        /** The broker's goodbye. */
        DISCONNECT(0x11, 0x1C, 0x1F, 0x26);

        /** A bit for each. */
        private final long allowed;

        Of(int... identifiers) {
            long bits = 0;
            for (int identifier : identifiers) {
                bits |= 1L << identifier;
            }
            this.allowed = bits;
        }

        private boolean allows(int identifier) {
            return identifier < Long.SIZE && (allowed & (1L << identifier)) != 0;
        }
    }

    /** @throws PacketException when a property is unknown, has no place there, or comes twice and may not */
    static MqttProperties decode(Of packet, PacketBody body) throws PacketException {
        MqttProperties properties = new MqttProperties();
        PacketBody part = body.part(body.number());
        long seen = 0;
        while (part.hasMore()) {
            int identifier = part.number();
            if (!packet.allows(identifier)) {
                throw PacketException.malformed("property " + identifier + " has no place in " + packet);
            }
            boolean isRepeated = (seen & (1L << identifier)) != 0;
            if (isRepeated && identifier != USER_PROPERTY && identifier != SUBSCRIPTION_IDENTIFIER) {
                throw new PacketException(PacketException.PROTOCOL_ERROR, "property " + identifier + " comes twice");
            }
            seen |= 1L << identifier;
            decodeValid(identifier, part, properties);
        }
        return properties;
    }

    /** Paho's setters refuse values that MQTT does not allow, such as a response topic with a wildcard. */
    private static void decodeValid(int identifier, PacketBody part, MqttProperties properties) throws PacketException {
        try {
            decodeOne(identifier, part, properties);
        } catch (IllegalArgumentException e) {
            throw new PacketException(
                    PacketException.PROTOCOL_ERROR, "property " + identifier + " has a value that is not allowed");
        }
    }

    /** Only what this transport asks for is kept; of the others, that they are well-formed is all that counts. */
    private static void decodeOne(int identifier, PacketBody part, MqttProperties properties) throws PacketException {
        switch (identifier) {
            case 0x01 -> properties.setPayloadFormat(flag(part));
            case 0x02 -> properties.setMessageExpiryInterval(part.four());
            case 0x03 -> properties.setContentType(part.text());
            case 0x08 -> properties.setResponseTopic(part.text());
            case 0x09 -> properties.setCorrelationData(part.binary());
            case SUBSCRIPTION_IDENTIFIER -> part.number();
            case 0x11 -> part.four();
            case 0x13 -> properties.setServerKeepAlive(part.two());
            case 0x12, 0x15, 0x1A, 0x1C -> part.text();
            case 0x1F -> properties.setReasonString(part.text());
            case 0x16 -> part.binary();
            case 0x21 -> properties.setReceiveMaximum(part.two());
            case 0x22 -> part.two();
            case 0x23 -> throw new PacketException(
                    PacketException.TOPIC_ALIAS_INVALID, "a topic alias, of which this client takes none");
            case 0x24 -> properties.setMaximumQoS(flag(part) ? 1 : 0);
            case 0x25 -> properties.setRetainAvailable(flag(part));
            case USER_PROPERTY -> properties.getUserProperties().add(new UserProperty(part.text(), part.text()));
            case 0x27 -> properties.setMaximumPacketSize(part.four());
            default -> flag(part);
        }
    }

    private static boolean flag(PacketBody part) throws PacketException {
        int value = part.one();
        if (value > 1) {
            throw new PacketException(PacketException.PROTOCOL_ERROR, "a property that is 0 or 1 is " + value);
        }
        return value == 1;
    }
}
