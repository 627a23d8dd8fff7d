package io.gobridge.camel.processors;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.processors.filter.FilterProcessor;
import io.gobridge.camel.processors.filter.FilterSettings;
import org.apache.camel.builder.RouteBuilder;

/** The example of {@code docs/steps/filter.md}. */
final class FilterRoutes extends RouteBuilder {

    @Override
    public void configure() {
        FilterSettings large = FilterSettings.of("large", Condition.parse("$.amount > 100 and plant = 'P7'"));
        from("direct:orders").process(new FilterProcessor(large)).to("mock:out");
    }
}
