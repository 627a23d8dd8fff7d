package io.gobridge.camel.outbox.observe;

import org.apache.camel.CamelContext;

/** Finds out whether anybody measures. */
public final class OutboxMeters {

    private static final String REGISTRY = "io.micrometer.core.instrument.MeterRegistry";

    private OutboxMeters() {
    }

    /**
     * Returns a meter on the Micrometer registry that is in the context's registry; one that measures nothing where
     * Micrometer is not on the class path, or where there is no such registry or several.
     *
     * @param outbox the name of the outbox
     * @param shards how many shards the binding has
     */
    public static OutboxMeter find(CamelContext context, String outbox, String binding, int shards) {
        return context.getClassResolver().resolveClass(REGISTRY) == null
                ? OutboxMeter.NONE
                : MicrometerOutboxMeter.find(context, outbox, binding, shards);
    }
}
