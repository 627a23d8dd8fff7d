package io.gobridge.camel.processors.circuitbreaker;

import io.micrometer.core.instrument.MeterRegistry;
import org.apache.camel.CamelContext;
import org.apache.camel.support.CamelContextHelper;

/** Counts in Micrometer, which is optional: only this class knows it. */
final class MicrometerBreakerMeter implements BreakerMeter {

    private static final String REGISTRY = "io.micrometer.core.instrument.MeterRegistry";

    private final MeterRegistry registry;
    private final String step;

    private MicrometerBreakerMeter(MeterRegistry registry, String step) {
        this.registry = registry;
        this.step = step;
    }

    /** Returns a meter on the registry that is in the context's registry; one that counts nothing where none is. */
    static BreakerMeter find(CamelContext context, String step) {
        return context.getClassResolver().resolveClass(REGISTRY) == null ? BreakerMeter.NONE : Found.find(context, step);
    }

    @Override
    public void changed(String label, BreakerState state) {
        registry.counter("gobridge.breaker.changes", "step", step, "key", label, "to", state.text()).increment();
    }

    @Override
    public void refused(String label) {
        registry.counter("gobridge.breaker.refused", "step", step, "key", label).increment();
    }

    /** Loaded only where Micrometer is. */
    private static final class Found {

        private static BreakerMeter find(CamelContext context, String step) {
            MeterRegistry registry = CamelContextHelper.findSingleByType(context, MeterRegistry.class);
            return registry == null ? BreakerMeter.NONE : new MicrometerBreakerMeter(registry, step);
        }
    }
}
