package io.gobridge.camel;

import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.routing.RulesResolver;
import org.apache.camel.builder.RouteBuilder;

/** The Java example of {@code docs/routing.md}. */
final class RegionRoutes extends RouteBuilder {

    @Override
    public void configure() {
        bindToRegistry("eu", new Binding("gobridge-memory:eu"));
        bindToRegistry("rest", new Binding("gobridge-memory:rest"));
        bindToRegistry("byRegion", new RulesResolver()
                .when("header.region = 'EU' and $.amount > 100", "eu")
                .otherwise("rest"));

        from("gobridge:orders?source=gobridge-memory:orders")
                .to("gobridge:regions?bindings=eu,rest&resolver=#byRegion");
    }
}
