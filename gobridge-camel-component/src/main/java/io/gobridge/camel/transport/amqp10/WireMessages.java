package io.gobridge.camel.transport.amqp10;

import io.netty.buffer.ByteBuf;
import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.message.JmsMessage;
import org.apache.qpid.jms.provider.amqp.message.AmqpJmsMessageFacade;
import org.apache.qpid.jms.provider.amqp.message.AmqpWritableBuffer;
import org.apache.qpid.proton.codec.ReadableBuffer;
import org.apache.qpid.proton.message.Message;

/**
 * Carries AMQP messages through Qpid JMS as they are. JMS has no names with a dot or a hyphen, no bytes as a property,
 * no message id or creation time of the sender's own, and rewrites or drops them.
 */
final class WireMessages {

    private WireMessages() {
    }

    static JmsMessage toJms(Message message) {
        AmqpWritableBuffer buffer = new AmqpWritableBuffer();
        message.encode(buffer);
        return new JmsMessage(new EncodedFacade(buffer.getBuffer()));
    }

    /** Decodes all of a received message but the sections of data before the last, which the client library drops. */
    static Message fromJms(jakarta.jms.Message received) {
        ByteBuf encoded = (ByteBuf) ((JmsMessage) received).getFacade().encodeMessage();
        Message message = Message.Factory.create();
        message.decode(ReadableBuffer.ByteBufferReader.wrap(encoded.nioBuffer()));
        return message;
    }

    /** Is encoded already: what the client library sets on its way out is not for the wire. */
    private static final class EncodedFacade extends AmqpJmsMessageFacade {

        private final ByteBuf encoded;

        private EncodedFacade(ByteBuf encoded) {
            this.encoded = encoded;
        }

        @Override
        public ByteBuf encodeMessage() {
            return encoded;
        }

        @Override
        public void onSend(long timeToLive) {
            // Would need a connection, to set what is set.
        }

        @Override
        public void setDestination(JmsDestination destination) {
            // Would need a connection, to set the property to; the link has the address.
        }
    }
}
