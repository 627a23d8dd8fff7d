package io.gobridge.benchmark;

import java.util.Map;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/** The exchanges that steps and their peers work on. */
final class StepExchanges {

    static final AsyncCallback NOTHING_MORE = doneSync -> {
    };

    private static final Map<String, Object> HEADERS = Map.of("tenant", "north", "plant", "hall-7", "type", "OrderPlaced",
            "priority", 3, "x-tenant-id", "north");

    private StepExchanges() {
    }

    /** Returns a new exchange with the order and five headers. */
    static Exchange order(DefaultCamelContext context) {
        Exchange exchange = new DefaultExchange(context);
        exchange.getMessage().setBody(OrderDocument.BYTES);
        HEADERS.forEach(exchange.getMessage()::setHeader);
        return exchange;
    }

    /** Returns the body as bytes. */
    static byte[] result(Exchange exchange) {
        if (exchange.getException() != null) {
            throw new IllegalStateException(exchange.getException());
        }
        return exchange.getMessage().getBody(byte[].class);
    }
}
