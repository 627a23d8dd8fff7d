package io.gobridge.camel.testkit.contract;

import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;

/** Routes without redelivery by Camel, so that only the bridge retries. */
final class Routes extends RouteBuilder {

    private final LambdaRouteBuilder routes;

    Routes(LambdaRouteBuilder routes) {
        this.routes = routes;
    }

    @Override
    public void configure() throws Exception {
        routes.accept(this);
    }
}
