package io.gobridge.camel.transport.mqtt;

/**
 * What one connection brought, and who has it now. Packet ids mean something within it only. Changed by {@link Inbox}
 * alone.
 */
final class Epoch {

    /** Where the unacknowledged messages of an epoch stand. */
    enum Standing {
        /** The connection is there: an acknowledgement reaches the broker. */
        CURRENT,
        /** The connection is gone; whether the broker kept the session is not known yet. */
        BROKEN,
        /** The broker kept the session and sends them again. */
        RESUMED,
        /** The broker forgot the session: this process has the only copies. */
        FORGOTTEN
    }

    private final MqttConnection connection;
    private volatile Standing standing = Standing.CURRENT;

    Epoch(MqttConnection connection) {
        this.connection = connection;
    }

    MqttConnection connection() {
        return connection;
    }

    Standing standing() {
        return standing;
    }

    void become(Standing newStanding) {
        standing = newStanding;
    }
}
