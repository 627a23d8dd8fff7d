package io.gobridge.camel.testkit.contract;

import java.util.List;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;

/** The ways in which a route may take a message from the bridge to the bridge; each sends its parts to the target. */
enum RouteShape {

    PLAIN("m") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.to(target);
        }
    },
    SEDA("m") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.to("seda:next");
            routes.from("seda:next").to(target);
        }
    },
    SEDA_TWICE("m") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.to("seda:next");
            routes.from("seda:next").to("seda:last");
            routes.from("seda:last?concurrentConsumers=2").to(target);
        }
    },
    DIRECT("m") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.to("direct:next");
            routes.from("direct:next").to(target);
        }
    },
    THREADS("m") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.threads(2).to(target);
        }
    },
    DELAY("m") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.delay(50).asyncDelayed().end().to(target);
        }
    },
    SPLIT("m/0", "m/1", "m/2") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.split(routes.constant(List.of("a", "b", "c"))).to(target).end();
        }
    },
    PARALLEL_SPLIT("m/0", "m/1", "m/2") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.split(routes.constant(List.of("a", "b", "c"))).parallelProcessing().to(target).end();
        }
    },
    LOOP("m/0", "m/1", "m/2") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.loop(3).to(target).end();
        }
    },
    MULTICAST("m/0", "m/1") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.multicast().to("direct:left", "direct:right").end();
            routes.from("direct:left").to(target);
            routes.from("direct:right").to(target);
        }
    },
    RECIPIENT_LIST("m/0", "m/1") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.recipientList(routes.constant("direct:left,direct:right"));
            routes.from("direct:left").to(target);
            routes.from("direct:right").to(target);
        }
    },
    WIRE_TAP("m") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.wireTap("direct:tap").to(target);
            routes.from("direct:tap").setProperty("tapped").constant(true);
        }
    },
    NESTED("m/0/0/0", "m/0/0/1", "m/0/1/0", "m/0/1/1", "m/1/0/0", "m/1/0/1", "m/1/1/0", "m/1/1/1") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.multicast().to("direct:left", "direct:right").end();
            routes.from("direct:left").loop(2).split(routes.constant(List.of("a", "b"))).to(target).end().end();
            routes.from("direct:right").loop(2).split(routes.constant(List.of("a", "b"))).to(target).end().end();
        }
    },
    DO_TRY("m") {
        @Override
        void build(RouteBuilder routes, RouteDefinition from, String target) {
            from.doTry().to(target).doFinally().setProperty("done").constant(true).end();
        }
    };

    private final String parts;

    RouteShape(String... parts) {
        this.parts = String.join(" ", parts);
    }

    /** Goes on from the receiving end to the target. */
    abstract void build(RouteBuilder routes, RouteDefinition from, String target);

    /** Returns the ids of what arrives for message {@code m}. */
    List<String> parts() {
        return List.of(parts.split(" "));
    }
}
