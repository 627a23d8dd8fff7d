package io.gobridge.camel.traps;

import java.util.Map;

import org.apache.camel.Processor;

/**
 * One message on its way from a queue through a route to another queue, and what must be true of it at the end.
 *
 * @param rule       what must be true at the end, whoever carries the message
 * @param body       the body of the message put into the source queue
 * @param attributes its attributes, all strings
 * @param step       what the route does between source and target
 */
record Trap(String rule, String body, Map<String, String> attributes, Processor step) {

    static Trap of(String rule, String body) {
        return new Trap(rule, body, Map.of(), exchange -> {
        });
    }

    Trap with(Map<String, String> newAttributes) {
        return new Trap(rule, body, newAttributes, step);
    }

    Trap through(Processor newStep) {
        return new Trap(rule, body, attributes, newStep);
    }
}
