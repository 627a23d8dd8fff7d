package io.gobridge.camel.testkit.servicebus;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;

/** What Service Bus puts into AMQP. */
final class Wire {

    /** The message format of several messages in one transfer. */
    static final int BATCH = 0x80013700;

    private static final int FIRST_BUFFER = 4096;

    /** Service Bus counts 100 ns from the year 1 on. */
    private static final long TICKS_OF_1970 = 621_355_968_000_000_000L;

    private static final int[] DOTNET_ORDER = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };

    private Wire() {
    }

    static Message decode(byte[] encoded) {
        Message message = Message.Factory.create();
        message.decode(encoded, 0, encoded.length);
        return message;
    }

    static byte[] encode(Message message) {
        byte[] buffer = new byte[FIRST_BUFFER];
        while (true) {
            try {
                return Arrays.copyOf(buffer, message.encode(buffer, 0, buffer.length));
            } catch (BufferOverflowException e) {
                buffer = new byte[buffer.length * 2];
            }
        }
    }

    /** Returns the encoded messages of one transfer. */
    static List<byte[]> messages(byte[] transfer, int format) {
        return format == BATCH ? split(transfer) : List.of(transfer);
    }

    private static List<byte[]> split(byte[] batch) {
        DecoderImpl decoder = new DecoderImpl();
        AMQPDefinedTypes.registerAllTypes(decoder, new EncoderImpl(decoder));
        ByteBuffer buffer = ByteBuffer.wrap(batch);
        decoder.setByteBuffer(buffer);
        List<byte[]> messages = new ArrayList<>();
        while (buffer.hasRemaining()) {
            if (decoder.readObject() instanceof Data data) {
                messages.add(bytes(data.getValue()));
            }
        }
        return messages;
    }

    static byte[] bytes(Binary binary) {
        return Arrays.copyOfRange(
                binary.getArray(), binary.getArrayOffset(), binary.getArrayOffset() + binary.getLength());
    }

    /** Reads all of a delivery that has arrived whole. */
    static byte[] read(Receiver link, int pending) {
        byte[] bytes = new byte[pending];
        int length = Math.max(0, link.recv(bytes, 0, pending));
        link.advance();
        return length == pending ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Sends an answer that nobody settles. */
    static void send(Sender link, Message message) {
        byte[] encoded = encode(message);
        var delivery = link.delivery(tag(UUID.randomUUID()));
        link.send(encoded, 0, encoded.length);
        delivery.settle();
        link.advance();
    }

    /** Returns the lock token as a delivery tag. */
    static byte[] tag(UUID token) {
        byte[] plain = ByteBuffer.allocate(DOTNET_ORDER.length).putLong(token.getMostSignificantBits())
                .putLong(token.getLeastSignificantBits()).array();
        byte[] tag = new byte[DOTNET_ORDER.length];
        for (int i = 0; i < tag.length; i++) {
            tag[i] = plain[DOTNET_ORDER[i]];
        }
        return tag;
    }

    static long ticks(Instant instant) {
        return TICKS_OF_1970 + instant.toEpochMilli() * 10_000;
    }
}
