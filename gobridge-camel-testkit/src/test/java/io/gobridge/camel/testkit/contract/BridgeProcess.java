package io.gobridge.camel.testkit.contract;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A bridge in a process of its own, to be killed. */
final class BridgeProcess {

    private BridgeProcess() {
    }

    /** Takes the URIs of the receiving and the sending end. */
    public static void main(String[] uris) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        RouteBuilder.addRoutes(context, routes -> routes.from(uris[0]).to(uris[1]));
        context.start();
        Thread.currentThread().join();
    }
}
