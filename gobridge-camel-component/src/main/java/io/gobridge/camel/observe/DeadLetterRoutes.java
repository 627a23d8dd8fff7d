package io.gobridge.camel.observe;

import io.gobridge.camel.deadletter.DeadLetters;
import org.apache.camel.builder.RouteBuilder;

/** Offers the operations on dead letters over HTTP, on the server that the application has for Camel. */
public final class DeadLetterRoutes extends RouteBuilder {

    static final String PATH = "/gobridge/dead-letters";

    private final DeadLetters deadLetters;
    private final OperationsKey key;

    /** Offers the operations to those who have the key. */
    public DeadLetterRoutes(DeadLetters deadLetters, OperationsKey key) {
        this.deadLetters = deadLetters;
        this.key = key;
    }

    @Override
    public void configure() {
        from("platform-http:" + PATH + "?matchOnUriPrefix=true&httpMethodRestrict=GET,POST,PUT,DELETE")
                .routeId("gobridge-dead-letters").errorHandler(noErrorHandler())
                .process(new DeadLetterResource(deadLetters, key));
    }
}
