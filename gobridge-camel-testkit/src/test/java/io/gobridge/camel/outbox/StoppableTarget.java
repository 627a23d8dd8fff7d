package io.gobridge.camel.outbox;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/** A Camel component that counts what it takes, and whose producers take nothing once they are stopped. Thread-safe. */
final class StoppableTarget extends DefaultComponent {

    private final AtomicInteger count = new AtomicInteger();

    int count() {
        return count.get();
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        return new Target(uri, this);
    }

    private final class Target extends DefaultEndpoint {

        private Target(String uri, Component component) {
            super(uri, component);
        }

        @Override
        public Producer createProducer() {
            return new DefaultProducer(this) {

                @Override
                public void process(Exchange exchange) {
                    if (!isStarted()) {
                        throw new IllegalStateException("The producer is stopped");
                    }
                    count.incrementAndGet();
                }
            };
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            throw new UnsupportedOperationException("Nobody reads from it");
        }
    }
}
