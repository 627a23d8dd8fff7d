package io.gobridge.camel;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.conditions.MessageView;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.exchange.GoBridgeConstants;
import org.apache.camel.Exchange;

/** An exchange as conditions see it: with any source, not only a gobridge consumer. */
public final class ExchangeView implements MessageView {

    private final Exchange exchange;
    private final int payloadLimit;

    /** Shows an exchange; up to so many bytes of its body are parsed. */
    public ExchangeView(Exchange exchange, int payloadLimit) {
        this.exchange = exchange;
        this.payloadLimit = payloadLimit;
    }

    @Override
    public String subject() {
        String subject = exchange.getMessage().getHeader(GoBridgeConstants.SUBJECT, String.class);
        if (subject != null) {
            return subject;
        }
        Delivery delivery = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
        return delivery == null ? "" : delivery.envelope().subject();
    }

    /** Camel finds a header in any letter case; a condition means exactly the one that it names. */
    @Override
    public boolean hasHeader(String name) {
        return exchange.getMessage().hasHeaders() && exchange.getMessage().getHeaders().containsKey(name)
                && exchange.getMessage().getHeaders().keySet().stream().anyMatch(name::equals);
    }

    @Override
    public Object header(String name) {
        return hasHeader(name) ? exchange.getMessage().getHeader(name) : null;
    }

    @Override
    public JsonPayload payload() {
        return ExchangeJson.of(exchange);
    }

    @Override
    public int payloadLimit() {
        return payloadLimit;
    }
}
