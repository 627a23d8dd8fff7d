package io.gobridge.camel.amqp091;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Frames that a broker sends when it wants to and a test cannot make it. */
final class AmqpFrames {

    private static final int METHOD = 1;
    private static final int CONNECTION = 10;
    private static final int BLOCKED = 60;
    private static final int UNBLOCKED = 61;
    private static final int END = 0xCE;

    private AmqpFrames() {
    }

    /** Returns {@code connection.blocked}. */
    static byte[] blocked(String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        byte[] argument = new byte[text.length + 1];
        argument[0] = (byte) text.length;
        System.arraycopy(text, 0, argument, 1, text.length);
        return method(BLOCKED, argument);
    }

    /** Returns {@code connection.unblocked}. */
    static byte[] unblocked() {
        return method(UNBLOCKED, new byte[0]);
    }

    private static byte[] method(int id, byte[] argument) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream frame = new DataOutputStream(bytes)) {
            frame.writeByte(METHOD);
            frame.writeShort(0);
            frame.writeInt(4 + argument.length);
            frame.writeShort(CONNECTION);
            frame.writeShort(id);
            frame.write(argument);
            frame.writeByte(END);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
