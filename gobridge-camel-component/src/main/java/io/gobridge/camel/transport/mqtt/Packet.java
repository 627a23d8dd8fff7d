package io.gobridge.camel.transport.mqtt;

/** The packets of MQTT 5, in the order of their numbers. */
enum Packet {
    /** Opens a connection. */
    CONNECT(1),
    /** Answers CONNECT. */
    CONNACK(2),
    /** Carries a message. */
    PUBLISH(3),
    /** Acknowledges a message of quality of service 1. */
    PUBACK(4),
    /** Acknowledges a message of quality of service 2. */
    PUBREC(5),
    /** Releases the id of a message of quality of service 2. */
    PUBREL(6),
    /** Answers PUBREL. */
    PUBCOMP(7),
    /** Asks for messages. */
    SUBSCRIBE(8),
    /** Answers SUBSCRIBE. */
    SUBACK(9),
    /** Asks for no more messages. */
    UNSUBSCRIBE(10),
    /** Answers UNSUBSCRIBE. */
    UNSUBACK(11),
    /** Asks whether the other side is there. */
    PINGREQ(12),
    /** Answers PINGREQ. */
    PINGRESP(13),
    /** Ends a connection. */
    DISCONNECT(14),
    /** A step of an extended authentication. */
    AUTH(15);

    private static final Packet[] BY_NUMBER = values();

    private final int number;

    Packet(int number) {
        this.number = number;
    }

    /** @throws PacketException when a first byte names no packet */
    static Packet of(int first) throws PacketException {
        int number = first >> 4;
        if (number == 0) {
            throw PacketException.malformed("a packet of type 0");
        }
        return BY_NUMBER[number - 1];
    }

    /** Returns the first byte of a packet without flags. */
    int first() {
        return number << 4;
    }
}
