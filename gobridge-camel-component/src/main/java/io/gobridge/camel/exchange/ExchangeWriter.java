package io.gobridge.camel.exchange;

import java.util.Map;
import java.util.Set;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Identity;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** Puts an envelope into the exchange that a route sees. */
final class ExchangeWriter {

    private final Set<String> keptHeaders;

    ExchangeWriter(Set<String> keptHeaders) {
        this.keptHeaders = keptHeaders;
    }

    void write(Envelope envelope, Delivery view, Exchange exchange) {
        Message message = exchange.getIn();
        message.setBody(envelope.payload().toBytes());
        envelope.headers().forEach(message::setHeader);
        message.setHeader(GoBridgeConstants.MESSAGE_ID, envelope.id());
        message.setHeader(GoBridgeConstants.CREATED_AT, envelope.createdAt());
        message.setHeader(GoBridgeConstants.ATTEMPT, view.attempt());
        setUnlessEmpty(message, GoBridgeConstants.SUBJECT, envelope.subject());
        envelope.expiresAt().ifPresent(expiry -> message.setHeader(GoBridgeConstants.EXPIRES_AT, expiry));
        Identity identity = envelope.identity();
        setUnlessEmpty(message, GoBridgeConstants.IDEMPOTENCY_KEY, identity.idempotencyKey());
        setUnlessEmpty(message, GoBridgeConstants.DEDUP_ID, identity.dedupId());
        setUnlessEmpty(message, GoBridgeConstants.ORDERING_KEY, identity.orderingKey());
        exchange.setProperty(GoBridgeConstants.DELIVERY, view);
        keepSourceHeaders(view.sourceHeaders(), exchange);
    }

    private void keepSourceHeaders(Map<String, Object> sourceHeaders, Exchange exchange) {
        if (sourceHeaders.isEmpty()) {
            return;
        }
        exchange.setProperty(GoBridgeConstants.SOURCE_HEADERS, sourceHeaders);
        for (String name : keptHeaders) {
            Object value = sourceHeaders.get(name);
            if (value != null) {
                exchange.getIn().setHeader(name, value);
            }
        }
    }

    private static void setUnlessEmpty(Message message, String name, String value) {
        if (!value.isEmpty()) {
            message.setHeader(name, value);
        }
    }
}
