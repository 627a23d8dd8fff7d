package io.gobridge.camel.processors;

import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

/** Passes exchanges that are sent to a step's endpoint through the step. */
public final class StepProducer extends DefaultAsyncProducer {

    private final AsyncProcessor step;

    /** Leads to the step; if it has to be started and stopped, the endpoint does that. */
    public StepProducer(Endpoint endpoint, AsyncProcessor step) {
        super(endpoint);
        this.step = step;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        return step.process(exchange, callback);
    }
}
