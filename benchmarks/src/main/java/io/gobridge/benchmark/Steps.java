package io.gobridge.benchmark;

import java.util.Arrays;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.processors.circuitbreaker.BreakerSettings;
import io.gobridge.camel.processors.circuitbreaker.CircuitBreakerProcessor;
import io.gobridge.camel.processors.filter.FilterProcessor;
import io.gobridge.camel.processors.filter.FilterSettings;
import io.gobridge.camel.processors.tenant.TenantProcessor;
import io.gobridge.camel.processors.tenant.TenantSettings;
import io.gobridge.camel.processors.transform.Mapping;
import io.gobridge.camel.processors.transform.TransformProcessor;
import io.gobridge.camel.processors.transform.TransformSettings;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.support.service.ServiceHelper;

/** The steps that are measured. */
final class Steps {

    private Steps() {
    }

    static AsyncProcessor transform() {
        Mapping[] mappings = Arrays.stream(OrderDocument.FIELDS).map(field -> Mapping.of(field[0], field[1]))
                .toArray(Mapping[]::new);
        return new TransformProcessor(TransformSettings.of("order", mappings).droppingUnmapped());
    }

    static AsyncProcessor headerFilter() {
        return new FilterProcessor(FilterSettings.of("plant", Condition.parse("plant = 'hall-7'")));
    }

    static AsyncProcessor breaker(CamelContext context) {
        return started(new CircuitBreakerProcessor(BreakerSettings.DEFAULT), context);
    }

    private static AsyncProcessor tenant(CamelContext context) {
        return started(new TenantProcessor(TenantSettings.DEFAULT.requiringTenant()), context);
    }

    private static AsyncProcessor started(AsyncProcessor step, CamelContext context) {
        CamelContextAware.trySetCamelContext(step, context);
        ServiceHelper.startService(step);
        return step;
    }

    /** Returns the steps of the chain, in their order. */
    static AsyncProcessor[] chain(CamelContext context) {
        AsyncProcessor filter = new FilterProcessor(
                FilterSettings.of("confirmed", Condition.parse("$.status = 'confirmed' and $.totals.gross > 100")));
        return new AsyncProcessor[] { filter, transform(), breaker(context), tenant(context) };
    }
}
