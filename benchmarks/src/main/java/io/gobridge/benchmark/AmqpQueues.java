package io.gobridge.benchmark;

import java.io.IOException;
import java.util.UUID;
import java.util.function.Consumer;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

import org.apache.camel.CamelContext;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.springframework.jms.connection.CachingConnectionFactory;

/** Two queues of an AMQP 1.0 broker. */
final class AmqpQueues implements QueuePair {

    private final String url;
    private final String in = "benchmark-in-" + UUID.randomUUID();
    private final String out = "benchmark-out-" + UUID.randomUUID();
    private final Connection connection;
    private CachingConnectionFactory caching;

    AmqpQueues(String url) throws JMSException {
        this.url = url;
        connection = new JmsConnectionFactory(url + "?jms.forceAsyncSend=true").createConnection();
        connection.start();
    }

    @Override
    public void fill(Iterable<byte[]> payloads) throws JMSException {
        // What is committed is with the broker.
        try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
             MessageProducer producer = session.createProducer(session.createQueue(in))) {
            for (byte[] payload : payloads) {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(payload);
                message.setStringProperty("tenant", "north");
                message.setStringProperty("plant", "hall7");
                message.setStringProperty("type", "OrderPlaced");
                message.setIntProperty("priority", 3);
                message.setStringProperty("trace", "4bf92f3577b34da6a3ce929d0e0e4736");
                producer.send(message);
            }
            session.commit();
        }
    }

    @Override
    public void onArrival(Consumer<byte[]> reader) throws JMSException {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(session.createQueue(out)).setMessageListener(message -> {
            try {
                reader.accept(message.getBody(byte[].class));
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Override
    public void prepare(CamelContext context) {
        caching = new CachingConnectionFactory(new JmsConnectionFactory(url));
        caching.setSessionCacheSize(64);
        context.getRegistry().bind("caching", caching);
        context.getRegistry().bind("plain", new JmsConnectionFactory(url));
    }

    @Override
    public String rawSource(int inFlight) {
        return "amqp:queue:" + in
               + "?connectionFactory=#caching&acknowledgementModeName=CLIENT_ACKNOWLEDGE&concurrentConsumers="
               + inFlight;
    }

    @Override
    public String rawTarget() {
        return "amqp:queue:" + out + "?connectionFactory=#caching";
    }

    @Override
    public String source() {
        return "source=amqp:queue:" + in + "&source.connectionFactory=#plain";
    }

    @Override
    public String target() {
        return "target=amqp:queue:" + out + "&target.connectionFactory=#plain";
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (JMSException e) {
            throw new IOException(e);
        }
        if (caching != null) {
            caching.destroy();
        }
    }
}
