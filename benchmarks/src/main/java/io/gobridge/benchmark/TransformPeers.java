package io.gobridge.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Five fields out of the order, from bytes to bytes. */
@State(Scope.Thread)
public class TransformPeers {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ObjectMapper jackson = new ObjectMapper();
    private final Map<String, JsonPointer> pointers = new LinkedHashMap<>();
    private final AsyncProcessor transform = Steps.transform();
    private ProducerTemplate template;
    private Processor jolt;
    private Endpoint jsonPaths;
    private Endpoint transformed;

    @Setup
    public void setUp() throws Exception {
        for (String[] field : OrderDocument.FIELDS) {
            pointers.put(field[0], JsonPointer.compile(
                    field[1].substring(1).replace('.', '/').replace('[', '/').replace("]", "")));
        }
        context.addRoutes(routes());
        context.start();
        template = context.createProducerTemplate();
        jsonPaths = context.getEndpoint("direct:jsonPaths");
        transformed = context.getEndpoint("direct:transformed");
        var producer = context
                .getEndpoint("jolt:order-shift.json?inputType=JsonString&outputType=JsonString&allowTemplateFromHeader=false")
                .createProducer();
        producer.start();
        jolt = producer;
        checkSameWork();
    }

    @TearDown
    public void tearDown() {
        context.stop();
    }

    @Benchmark
    public byte[] jacksonTree() throws Exception {
        Exchange exchange = StepExchanges.order(context);
        JsonNode order = jackson.readTree(exchange.getMessage().getBody(byte[].class));
        ObjectNode result = jackson.createObjectNode();
        pointers.forEach((target, pointer) -> result.set(target, order.at(pointer)));
        exchange.getMessage().setBody(jackson.writeValueAsBytes(result));
        return StepExchanges.result(exchange);
    }

    @Benchmark
    public byte[] jolt() throws Exception {
        Exchange exchange = StepExchanges.order(context);
        jolt.process(exchange);
        return StepExchanges.result(exchange);
    }

    @Benchmark
    public byte[] gobridge() {
        Exchange exchange = StepExchanges.order(context);
        transform.process(exchange, StepExchanges.NOTHING_MORE);
        return StepExchanges.result(exchange);
    }

    @Benchmark
    public byte[] routeOfJsonPaths() {
        return StepExchanges.result(template.send(jsonPaths, StepExchanges.order(context)));
    }

    @Benchmark
    public byte[] routeOfGobridge() {
        return StepExchanges.result(template.send(transformed, StepExchanges.order(context)));
    }

    private RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                var route = from("direct:jsonPaths");
                for (String[] field : OrderDocument.FIELDS) {
                    route.setProperty(field[0]).jsonpath(field[1]);
                }
                route.process(TransformPeers.this::write);
                from("direct:transformed").process(transform);
            }
        };
    }

    private void write(Exchange exchange) throws Exception {
        Map<String, Object> result = new LinkedHashMap<>();
        for (String[] field : OrderDocument.FIELDS) {
            result.put(field[0], exchange.getProperty(field[0]));
        }
        exchange.getMessage().setBody(jackson.writeValueAsBytes(result));
    }

    private void checkSameWork() throws Exception {
        JsonNode expected = jackson.readTree(gobridge());
        for (byte[] other : new byte[][] { jacksonTree(), jolt(), routeOfJsonPaths(), routeOfGobridge() }) {
            if (expected.size() != OrderDocument.FIELDS.length || !expected.equals(jackson.readTree(other))) {
                throw new IllegalStateException("The peers do not do the same: " + new String(other));
            }
        }
    }
}
