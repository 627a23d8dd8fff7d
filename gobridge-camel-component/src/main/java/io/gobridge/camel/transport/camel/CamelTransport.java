package io.gobridge.camel.transport.camel;

import java.util.Set;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.transport.ComponentName;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.Transport;
import org.apache.camel.Endpoint;

/** The transport of every endpoint that has none of its own. */
public final class CamelTransport implements Transport {

    /** Components whose consumers forget an exchange that fails: what they hand over exists nowhere else. */
    private static final Set<String> FORGETFUL = Set.of("seda", "direct", "vm", "timer", "scheduler", "quartz", "stub",
            "disruptor", "disruptor-vm", "platform-http", "jetty", "undertow", "netty", "netty-http", "servlet");

    @Override
    public String name() {
        return "camel";
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.none().withRedelivers(true);
    }

    @Override
    public boolean takesCamelHeaders() {
        return true;
    }

    @Override
    public String sessionKey(Endpoint endpoint) {
        return endpoint.getEndpointUri();
    }

    @Override
    public Session session(String key) {
        return new CamelSession();
    }

    static Capabilities capabilities(Endpoint endpoint) {
        return Capabilities.none().withRedelivers(!FORGETFUL.contains(ComponentName.of(endpoint)));
    }

    /** The endpoint's own component keeps the connection. */
    private static final class CamelSession implements Session {

        @Override
        public Receiver receiver(ReceiverSpec spec) {
            return new CamelReceiver(spec);
        }

        @Override
        public Sender sender(SenderSpec spec) {
            return new CamelSender(spec.endpoint(), spec.executor());
        }

        @Override
        public void close() {
            // Nothing was opened.
        }
    }
}
