package io.gobridge.camel;

import io.gobridge.camel.exchange.PartPathInterceptor;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ContextServicePlugin;

/** Found by every Camel runtime through the ServiceLoader: watches the splits, loops and multicasts of all routes. */
public final class GoBridgePlugin implements ContextServicePlugin {

    @Override
    public void load(CamelContext camelContext) {
        camelContext.getCamelContextExtension().addInterceptStrategy(new PartPathInterceptor());
    }
}
