package io.gobridge.camel.processors.transform;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

/** The transform at the end of a URI. */
final class TransformProducer extends DefaultAsyncProducer {

    private final TransformProcessor transform;

    TransformProducer(TransformEndpoint endpoint, TransformProcessor transform) {
        super(endpoint);
        this.transform = transform;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        return transform.process(exchange, callback);
    }
}
