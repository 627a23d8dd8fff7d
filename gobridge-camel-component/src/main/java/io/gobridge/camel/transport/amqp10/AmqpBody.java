package io.gobridge.camel.transport.amqp10;

import java.nio.charset.StandardCharsets;

import io.gobridge.camel.envelope.Payload;
import io.netty.buffer.ByteBufUtil;
import org.apache.qpid.jms.provider.amqp.message.AmqpWritableBuffer;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Section;
import org.apache.qpid.proton.message.Message;

/**
 * Maps payloads to body sections and back. A payload is one data section, an absent one the value null. From others
 * also a value that is a text or binary; anything else has no bytes of its own.
 */
final class AmqpBody {

    private AmqpBody() {
    }

    static Section toWire(Payload payload) {
        return payload.isAbsent() ? new AmqpValue(null) : new Data(new Binary(payload.shared()));
    }

    /** @throws IllegalArgumentException when the body has no bytes of its own */
    static Payload fromWire(Section body) {
        if (body == null) {
            return Payload.ABSENT;
        }
        if (body instanceof Data data) {
            return data.getValue() == null ? Payload.EMPTY : Payload.ofImmutable(AmqpValues.bytes(data.getValue()));
        }
        Object value = body instanceof AmqpValue single ? single.getValue() : body;
        if (value == null) {
            return Payload.ABSENT;
        }
        if (value instanceof String text) {
            return Payload.ofImmutable(text.getBytes(StandardCharsets.UTF_8));
        }
        if (value instanceof Binary binary) {
            return Payload.ofImmutable(AmqpValues.bytes(binary));
        }
        throw new IllegalArgumentException(
                "its body is a " + (body instanceof AmqpValue
                        ? value.getClass().getSimpleName() + " value" : "sequence")
                                           + "; a payload is a data section, a text value or a binary value");
    }

    /** Returns the payload of a message that cannot be decoded: its bytes, else its body section as it is encoded. */
    static Payload raw(Section body) {
        try {
            return fromWire(body);
        } catch (IllegalArgumentException e) {
            return Payload.ofImmutable(encoded(body));
        }
    }

    private static byte[] encoded(Section body) {
        Message message = Message.Factory.create();
        message.setBody(body);
        AmqpWritableBuffer buffer = new AmqpWritableBuffer();
        message.encode(buffer);
        return ByteBufUtil.getBytes(buffer.getBuffer());
    }
}
