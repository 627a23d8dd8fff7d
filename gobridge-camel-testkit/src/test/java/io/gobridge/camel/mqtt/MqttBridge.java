package io.gobridge.camel.mqtt;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.RouteDefinition;

/** Routes that receive over MQTT, each under the client id that is its name. */
final class MqttBridge implements AutoCloseable {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();

    MqttBridge() {
        this(null);
    }

    /** Writes dead letters to the store; to {@link #deadLetters()} when it is null. */
    MqttBridge(DeadLetterStore store) {
        context.getRegistry().bind("deadLetters", store == null ? deadLetters : store);
        context.start();
    }

    /** What one route received, in that order, and how it fares. */
    record Received(GoBridgeConsumer consumer, List<String> texts, List<Boolean> retained) {

        boolean isUp() {
            return consumer.reasons().isEmpty();
        }
    }

    /** Starts a route that keeps what it receives from a topic filter. */
    Received receive(String name, String topicFilter, String options) throws Exception {
        List<String> texts = new CopyOnWriteArrayList<>();
        List<Boolean> retained = new CopyOnWriteArrayList<>();
        GoBridgeConsumer consumer = receive(name, topicFilter, options, exchange -> {
            texts.add(exchange.getMessage().getBody(String.class));
            retained.add(Boolean.TRUE.equals(exchange.getMessage().getHeader("mqtt.retained")));
        });
        return new Received(consumer, texts, retained);
    }

    /** Starts a route with one step. */
    GoBridgeConsumer receive(String name, String topicFilter, String options, Processor step) throws Exception {
        return start(name, topicFilter, options, route -> route.process(step));
    }

    /** Starts a route that forwards what it receives to a target with its options. */
    GoBridgeConsumer forward(String name, String topicFilter, String options, String target) throws Exception {
        return start(name, topicFilter, options, route -> route.to("gobridge:" + name + "-out?target=paho-mqtt5:" + target));
    }

    /** Stops a route, which leaves its session to the broker. */
    void stop(String name) throws Exception {
        context.getRouteController().stopRoute(name);
        context.removeRoute(name);
    }

    /** Returns what the health check of a route says. */
    HealthCheck.Result health(String name) {
        return HealthCheckHelper.invoke(context, check -> Map.of(), check -> false, "full").stream()
                .filter(result -> result.getCheck().getId().equals("consumer:" + name)).findFirst().orElseThrow();
    }

    MemoryDeadLetterStore deadLetters() {
        return deadLetters;
    }

    private GoBridgeConsumer start(String name, String topicFilter, String options, Consumer<RouteDefinition> steps)
            throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                steps.accept(from("gobridge:" + name + "?deadLetter=#deadLetters&source=RAW(paho-mqtt5:" + topicFilter
                                  + ")&source.clientId=" + name + options)
                        .routeId(name));
            }
        });
        return (GoBridgeConsumer) context.getRoute(name).getConsumer();
    }

    @Override
    public void close() {
        context.stop();
    }
}
