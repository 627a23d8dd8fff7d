package io.gobridge.camel.testkit;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;

/** An MQTT 5 packet as bytes, with as much meaning as a test needs. */
public final class MqttPacket {

    /** The packet types. */
    public enum Type {
        /** A client opens a connection. */
        CONNECT(1),
        /** The answer to it. */
        CONNACK(2),
        /** A message. */
        PUBLISH(3),
        /** The answer to a message of quality of service 1. */
        PUBACK(4),
        /** First answer to a message of quality of service 2. */
        PUBREC(5),
        /** Second step of quality of service 2. */
        PUBREL(6),
        /** Last step of quality of service 2. */
        PUBCOMP(7),
        /** A client subscribes. */
        SUBSCRIBE(8),
        /** The answer to it. */
        SUBACK(9),
        /** A client ends a subscription. */
        UNSUBSCRIBE(10),
        /** The answer to it. */
        UNSUBACK(11),
        /** A client asks whether anybody is there. */
        PINGREQ(12),
        /** The answer to it. */
        PINGRESP(13),
        /** Either side says goodbye. */
        DISCONNECT(14),
        /** A step of an extended authentication. */
        AUTH(15);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        private static Type of(int code) throws IOException {
            for (Type type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            throw new EOFException("No packet has type " + code);
        }
    }

    private final Type type;
    private final int flags;
    private final byte[] body;

    private MqttPacket(Type type, int flags, byte[] body) {
        this.type = type;
        this.flags = flags;
        this.body = body;
    }

    /** Returns the packet's type. */
    public Type type() {
        return type;
    }

    /** Returns an answer to CONNECT; properties are raw bytes without their length. */
    public static MqttPacket connack(boolean sessionPresent, int reason, int... properties) {
        Bytes body = new Bytes().one(sessionPresent ? 1 : 0).one(reason).one(properties.length);
        for (int property : properties) {
            body.one(property);
        }
        return new MqttPacket(Type.CONNACK, 0, body.toArray());
    }

    /** Returns a message of quality of service 1. */
    public static MqttPacket publish(int packetId, String topic, String payload) {
        return publish(packetId, topic, payload, Map.of());
    }

    /** Returns a message of quality of service 1 with user properties. */
    public static MqttPacket publish(int packetId, String topic, String payload, Map<String, String> userProperties) {
        Bytes properties = new Bytes();
        userProperties.forEach((name, value) -> properties.one(0x26).text(name).text(value));
        Bytes body = new Bytes().text(topic).two(packetId).number(properties.size()).all(properties.toArray())
                .all(payload.getBytes(StandardCharsets.UTF_8));
        return new MqttPacket(Type.PUBLISH, 0b0010, body.toArray());
    }

    /** Returns a message of quality of service 0. */
    public static MqttPacket publishOnce(String topic, String payload) {
        return new MqttPacket(
                Type.PUBLISH, 0, new Bytes().text(topic).one(0).all(payload.getBytes(StandardCharsets.UTF_8)).toArray());
    }

    /** Returns the answer to a SUBSCRIBE for one filter: the granted quality of service, or a refusal from 0x80 on. */
    public static MqttPacket suback(int packetId, int reason) {
        return new MqttPacket(Type.SUBACK, 0, new Bytes().two(packetId).one(0).one(reason).toArray());
    }

    /** Returns the answer to a message of quality of service 1. */
    public static MqttPacket puback(int packetId, int reason) {
        return new MqttPacket(Type.PUBACK, 0, new Bytes().two(packetId).one(reason).one(0).toArray());
    }

    /** Returns the second step of quality of service 2. */
    public static MqttPacket pubrel(int packetId) {
        return new MqttPacket(Type.PUBREL, 0b0010, new Bytes().two(packetId).toArray());
    }

    /** Returns the answer to a ping. */
    public static MqttPacket pingresp() {
        return new MqttPacket(Type.PINGRESP, 0, new byte[0]);
    }

    /** Returns the broker's goodbye. */
    public static MqttPacket disconnect(int reason) {
        return new MqttPacket(Type.DISCONNECT, 0, new Bytes().one(reason).one(0).toArray());
    }

    /** Returns the same packet marked as one that may have been sent before. */
    public MqttPacket duplicate() {
        return new MqttPacket(type, flags | 0b1000, body);
    }

    /** Returns the same PUBLISH with quality of service 2. */
    public MqttPacket exactlyOnce() {
        return new MqttPacket(type, 0b0100, body);
    }

    /** Returns the packet id of a PUBLISH, SUBSCRIBE or any answer to one. */
    public int packetId() {
        int at = type == Type.PUBLISH ? 2 + topicLength() : 0;
        return Short.toUnsignedInt(ByteBuffer.wrap(body).getShort(at));
    }

    /** Returns the topic of a PUBLISH. */
    public String topic() {
        return new String(body, 2, topicLength(), StandardCharsets.UTF_8);
    }

    /** Returns the reason code of a PUBACK or DISCONNECT; 0 when it is left out. */
    public int reason() {
        int at = type == Type.PUBACK ? 2 : 0;
        return body.length > at ? Byte.toUnsignedInt(body[at]) : 0;
    }

    /** Returns the body as text in which properties can be looked for. */
    public String text() {
        return new String(body, StandardCharsets.ISO_8859_1);
    }

    /** Returns the packet as it goes over the wire. */
    public byte[] toBytes() {
        return new Bytes().one((type.code << 4) | flags).number(body.length).all(body).toArray();
    }

    /** Reads a packet off a connection: the {@link Framing} of MQTT. */
    public static byte[] frame(DataInputStream in) throws IOException {
        return read(in).toBytes();
    }

    /** Returns what a packet of this type is known by in a {@link CuttingProxy}. */
    public static Predicate<ProxiedPacket> isOf(Type type) {
        return packet -> Byte.toUnsignedInt(packet.bytes().get(0)) >> 4 == type.code;
    }

    static MqttPacket read(DataInputStream in) throws IOException {
        int first = in.readUnsignedByte();
        int length = 0;
        int shift = 0;
        int digit;
        do {
            digit = in.readUnsignedByte();
            length |= (digit & 0x7F) << shift;
            shift += 7;
        } while ((digit & 0x80) != 0);
        byte[] body = new byte[length];
        in.readFully(body);
        return new MqttPacket(Type.of(first >> 4), first & 0xF, body);
    }

    private int topicLength() {
        return Short.toUnsignedInt(ByteBuffer.wrap(body).getShort(0));
    }

    /** Collects the parts of a packet. */
    private static final class Bytes {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        private Bytes one(int value) {
            out.write(value);
            return this;
        }

        private Bytes two(int value) {
            return one(value >> 8).one(value);
        }

        private Bytes text(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            return two(utf8.length).all(utf8);
        }

        private Bytes all(byte[] bytes) {
            out.writeBytes(bytes);
            return this;
        }

        /** Writes a number of seven bits per byte. */
        private Bytes number(int value) {
            int left = value;
            while (left > 0x7F) {
                one((left & 0x7F) | 0x80);
                left >>= 7;
            }
            return one(left);
        }

        private int size() {
            return out.size();
        }

        private byte[] toArray() {
            return out.toByteArray();
        }
    }
}
