package io.gobridge.camel.transport.mqtt;

/** Bytes that are no packet, or a packet that has no place here. It ends the connection. */
final class PacketException extends Exception {

    static final int MALFORMED = 0x81;

    static final int PROTOCOL_ERROR = 0x82;

    static final int TOPIC_ALIAS_INVALID = 0x94;

    static final int TOO_LARGE = 0x95;

    private static final long serialVersionUID = 1L;

    private final int reason;

    /** @param reason the reason code of MQTT that the broker is told */
    PacketException(int reason, String message) {
        super(message);
        this.reason = reason;
    }

    static PacketException malformed(String message) {
        return new PacketException(MALFORMED, message);
    }

    int reason() {
        return reason;
    }
}
