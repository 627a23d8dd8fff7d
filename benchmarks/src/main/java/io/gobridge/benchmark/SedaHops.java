package io.gobridge.benchmark;

import java.util.Map;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.seda.SedaEndpoint;

/** Two hops over Camel's own queues on the heap, which forget what a crash or an error takes. */
final class SedaHops implements Hops {

    private final String options;
    private SedaEndpoint in;
    private SedaEndpoint out;
    private Producer producer;

    SedaHops(int inFlight) {
        this.options = "?size=10000&blockWhenFull=true&concurrentConsumers=" + inFlight;
    }

    @Override
    public void addTo(CamelContext context, Processor end) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:in" + options).to("seda:out" + options);
                from("seda:out" + options).process(end);
            }
        });
        in = context.getEndpoint("seda:in" + options, SedaEndpoint.class);
        out = context.getEndpoint("seda:out" + options, SedaEndpoint.class);
        producer = in.createProducer();
        context.addService(producer);
    }

    @Override
    public void put(int index, byte[] payload, Map<String, Object> headers) throws Exception {
        Exchange exchange = in.createExchange();
        exchange.getIn().setBody(payload);
        headers.forEach(exchange.getIn()::setHeader);
        producer.process(exchange);
    }

    @Override
    public boolean areIdle() {
        return in.getQueue().isEmpty() && out.getQueue().isEmpty();
    }
}
