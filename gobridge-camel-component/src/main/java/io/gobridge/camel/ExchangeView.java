package io.gobridge.camel;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.conditions.MessageView;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.exchange.GoBridgeConstants;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

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
        Message message = exchange.getMessage();
        return message.hasHeaders() && message.getHeaders().containsKey(name) && isSpelled(name, message);
    }

    @Override
    public Object header(String name) {
        Message message = exchange.getMessage();
        Object value = message.getHeader(name);
        return value != null && isSpelled(name, message) ? value : null;
    }

    private static boolean isSpelled(String name, Message message) {
        for (String spelled : message.getHeaders().keySet()) {
            if (spelled.equals(name)) {
                return true;
            }
        }
        return false;
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
