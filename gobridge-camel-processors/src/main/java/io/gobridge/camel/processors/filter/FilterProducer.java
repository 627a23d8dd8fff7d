package io.gobridge.camel.processors.filter;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

/** The filter at the end of a URI. */
final class FilterProducer extends DefaultAsyncProducer {

    private final FilterProcessor filter;

    FilterProducer(FilterEndpoint endpoint, FilterProcessor filter) {
        super(endpoint);
        this.filter = filter;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        return filter.process(exchange, callback);
    }
}
