package io.gobridge.camel.outbox;

import java.util.ArrayList;
import java.util.List;

import io.gobridge.camel.DeliveryMode;
import io.gobridge.camel.GoBridgeEndpoint;
import org.apache.camel.CamelContext;
import org.apache.camel.EndpointAware;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.support.CamelContextHelper;

/** Says which route of a CamelContext keeps its messages in which outbox. */
final class OutboxReport {

    private final CamelContext context;

    OutboxReport(CamelContext context) {
        this.context = context;
    }

    /**
     * Returns an entry for each step that keeps messages in a {@link SharedOutbox}; a computed endpoint is not known.
     */
    List<String> entries() {
        List<String> entries = new ArrayList<>();
        for (Route route : context.getRoutes()) {
            for (Processor step : route.filter("*")) {
                if (step instanceof EndpointAware aware && aware.getEndpoint() instanceof GoBridgeEndpoint endpoint
                        && outbox(endpoint) instanceof SharedOutbox outbox) {
                    entries.add(
                            "route=" + route.getRouteId() + " binding=" + endpoint.getName() + " outbox=" + outbox.getName());
                }
            }
        }
        return entries;
    }

    /** Returns null when the step keeps nothing. */
    private Object outbox(GoBridgeEndpoint endpoint) {
        if (endpoint.getSending().getDeliveryMode() != DeliveryMode.SHARED_OUTBOX) {
            return null;
        }
        Object option = endpoint.getSending().getOutbox();
        return option != null ? option : CamelContextHelper.findSingleByType(context, SharedOutbox.class);
    }
}
