package io.gobridge.camel.transport.mqtt;

import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/** Knows the packets that a broker sends, and tells a listener of each. */
final class PacketDecoder implements PacketBuffer.Packets {

    private static final int PUBREL_FLAGS = 0b0010;

    private final Listener listener;

    PacketDecoder(Listener listener) {
        this.listener = listener;
    }

    /** Who is told of the packets, on the thread that reads. */
    interface Listener {

        /** The broker answered the CONNECT. */
        void connack(boolean isSessionPresent, int reason, MqttProperties properties) throws PacketException;

        /** A message came; its id is 0 with quality of service 0. */
        void publish(String topic, MqttMessage message) throws PacketException;

        /** The broker answered a PUBLISH of quality of service 1 or a SUBSCRIBE. */
        void answer(Packet type, int packetId, int reason) throws PacketException;

        /** The broker released the id of a message of quality of service 2. */
        void pubrel(int packetId) throws PacketException;

        /** The broker answered a ping. */
        void pingresp() throws PacketException;

        /** The broker ends the connection. */
        void disconnect(int reason);
    }

    @Override
    public void take(int first, PacketBody body) throws PacketException {
        Packet type = Packet.of(first);
        int flags = first & 0xF;
        if (type != Packet.PUBLISH && flags != (type == Packet.PUBREL ? PUBREL_FLAGS : 0)) {
            throw PacketException.malformed(type + " with flags " + flags);
        }
        switch (type) {
            case CONNACK -> connack(body);
            case PUBLISH -> publish(flags, body);
            case PUBACK -> {
                int packetId = packetId(body);
                listener.answer(type, packetId, reason(PropertyDecoder.Of.ANSWER, body));
            }
            case SUBACK -> suback(body);
            case PUBREL -> {
                int packetId = packetId(body);
                reason(PropertyDecoder.Of.ANSWER, body);
                listener.pubrel(packetId);
            }
            case PINGRESP -> {
                body.end();
                listener.pingresp();
            }
            case DISCONNECT -> listener.disconnect(reason(PropertyDecoder.Of.DISCONNECT, body));
            case CONNECT, PUBREC, PUBCOMP, SUBSCRIBE, UNSUBSCRIBE, UNSUBACK, PINGREQ, AUTH -> throw new PacketException(
                    PacketException.PROTOCOL_ERROR, type + ", for which there is no reason");
        }
    }

    private void connack(PacketBody body) throws PacketException {
        int flags = body.one();
        int reason = body.one();
        if (flags > 1) {
            throw PacketException.malformed("CONNACK with acknowledge flags " + flags);
        }
        MqttProperties properties = PropertyDecoder.decode(PropertyDecoder.Of.CONNACK, body);
        body.end();
        listener.connack(flags == 1, reason, properties);
    }

    private void publish(int flags, PacketBody body) throws PacketException {
        int qos = (flags >> 1) & 0b11;
        boolean isDuplicate = (flags & 0b1000) != 0;
        if (qos > 2 || (qos == 0 && isDuplicate)) {
            throw PacketException.malformed("PUBLISH with flags " + flags);
        }
        String topic = body.text();
        int packetId = qos == 0 ? 0 : packetId(body);
        MqttProperties properties = PropertyDecoder.decode(PropertyDecoder.Of.PUBLISH, body);
        if (topic.isEmpty()) {
            throw new PacketException(PacketException.PROTOCOL_ERROR, "PUBLISH without a topic");
        }
        MqttMessage message = new MqttMessage(body.rest(), qos, (flags & 1) != 0, properties);
        message.setDuplicate(isDuplicate);
        message.setId(packetId);
        listener.publish(topic, message);
    }

    private void suback(PacketBody body) throws PacketException {
        int packetId = packetId(body);
        PropertyDecoder.decode(PropertyDecoder.Of.ANSWER, body);
        int reason = body.one();
        body.end();
        listener.answer(Packet.SUBACK, packetId, reason);
    }

    private static int packetId(PacketBody body) throws PacketException {
        int packetId = body.two();
        if (packetId == 0) {
            throw new PacketException(PacketException.PROTOCOL_ERROR, "a packet with the id 0");
        }
        return packetId;
    }

    /** A reason of 0 may be left out, and so may properties. */
    private static int reason(PropertyDecoder.Of packet, PacketBody body) throws PacketException {
        int reason = body.hasMore() ? body.one() : 0;
        if (body.hasMore()) {
            PropertyDecoder.decode(packet, body);
        }
        body.end();
        return reason;
    }
}
