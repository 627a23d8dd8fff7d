package io.gobridge.camel.transport.memory;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.Transport;
import org.apache.camel.Endpoint;

/** The transport of {@code gobridge-memory:} endpoints; its queues belong to the component, so to one CamelContext. */
public final class MemoryTransport implements Transport {

    static final Capabilities CAPABILITIES = Capabilities.none().withRedelivers(true).withCountsAttempts(true)
            .withOrdersGroups(true);

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public String sessionKey(Endpoint endpoint) {
        return "memory";
    }

    @Override
    public Session session(String key) {
        return new MemorySession();
    }

    /** Memory has no connection. */
    private static final class MemorySession implements Session {

        @Override
        public Receiver receiver(ReceiverSpec spec) {
            return new MemoryReceiver(queue(spec.endpoint()));
        }

        @Override
        public Sender sender(SenderSpec spec) {
            return new MemorySender(queue(spec.endpoint()));
        }

        @Override
        public void close() {
            // Nothing was opened.
        }

        private static MemoryQueue queue(Endpoint endpoint) {
            return ((MemoryEndpoint) endpoint).getQueue();
        }
    }
}
