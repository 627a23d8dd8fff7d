package io.gobridge.camel.exchange;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.Ending;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log and the listeners what becomes of deliveries; a listener that throws is contained and counted. */
final class Observers {

    private static final Logger LOG = LoggerFactory.getLogger(Observers.class);

    private final String routeId;
    private final List<DeliveryListener> listeners;
    private final LongAdder errors = new LongAdder();

    Observers(String routeId, List<DeliveryListener> listeners) {
        this.routeId = routeId;
        this.listeners = listeners;
    }

    void settled(InFlight delivery, Ending ending) {
        if (listeners.isEmpty()) {
            return;
        }
        String id = delivery.envelope().id();
        for (DeliveryListener listener : listeners) {
            try {
                listener.onSettled(routeId, id, ending);
            } catch (RuntimeException | Error e) {
                errors.increment();
                LOG.warn("route={} id={}: a DeliveryListener failed; the delivery is settled all the same", routeId, id, e);
            }
        }
    }

    /** Ends what the steps bound to the delivery, the last one first. */
    void endSteps(InFlight delivery, Ending ending) {
        for (Consumer<Ending> listener : delivery.steps().end()) {
            try {
                listener.accept(ending);
            } catch (RuntimeException | Error e) {
                errors.increment();
                LOG.warn("route={} id={}: a step could not end its part; the delivery is settled all the same", routeId,
                        delivery.envelope().id(), e);
            }
        }
    }

    void timedOut(InFlight delivery) {
        LOG.warn("route={} id={}: not settled within processTimeout; the message goes back to its source", routeId,
                delivery.envelope().id());
    }

    void lost(InFlight delivery) {
        LOG.warn("route={} id={}: the source took the message back; it will come again, this run is not acknowledged",
                routeId, delivery.envelope().id());
    }

    void lateEnd(InFlight delivery) {
        LOG.debug("route={} id={}: the exchange ended after its delivery was settled otherwise", routeId,
                delivery.envelope().id());
    }

    long errors() {
        return errors.sum();
    }
}
