package io.gobridge.camel;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.dispatch.SendObserver;
import io.gobridge.camel.exchange.GoBridgeConstants;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners of the sends; one that throws is contained and counted. Thread-safe. */
final class SendListeners {

    private static final Logger LOG = LoggerFactory.getLogger(SendListeners.class);

    private final List<DeliveryListener> listeners;
    private final LongAdder errors = new LongAdder();

    SendListeners(List<DeliveryListener> listeners) {
        this.listeners = listeners;
    }

    /** Returns what has to hear of each send of the message that was read from the exchange. */
    SendObserver observer(Exchange exchange, String messageId) {
        if (listeners.isEmpty()) {
            return () -> {
            };
        }
        String routeId = String.valueOf(exchange.getFromRouteId());
        Delivery delivery = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
        int attempt = delivery == null ? 1 : delivery.attempt();
        return () -> listeners.forEach(listener -> tell(listener, routeId, messageId, attempt));
    }

    long errors() {
        return errors.sum();
    }

    private void tell(DeliveryListener listener, String routeId, String messageId, int attempt) {
        try {
            listener.onAttempt(routeId, messageId, attempt);
        } catch (RuntimeException | Error e) {
            errors.increment();
            LOG.warn("route={} id={}: a DeliveryListener failed; the message is sent all the same", routeId, messageId, e);
        }
    }
}
