package io.gobridge.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;
import org.apache.camel.impl.DefaultCamelContext;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The other steps, and a chain of them. */
@State(Scope.Thread)
public class StepPeers {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ObjectMapper jackson = new ObjectMapper();
    private final AsyncProcessor filter = Steps.headerFilter();
    private final AsyncProcessor[] chain = Steps.chain();
    private Predicate simple;
    private Exchange order;

    @Setup
    public void setUp() {
        context.start();
        simple = context.resolveLanguage("simple").createPredicate("${header.plant} == 'hall-7'");
        simple.init(context);
        order = StepExchanges.order(context);
        if (!simple() || headerFilter().getException() != null) {
            throw new IllegalStateException("The filters do not let the order through");
        }
    }

    @TearDown
    public void tearDown() {
        context.stop();
    }

    @Benchmark
    public boolean simple() {
        return simple.matches(order);
    }

    @Benchmark
    public Exchange headerFilter() {
        filter.process(order, StepExchanges.NOTHING_MORE);
        return order;
    }

    @Benchmark
    public byte[] parseAndWrite() throws Exception {
        Exchange exchange = StepExchanges.order(context);
        exchange.getMessage().setBody(jackson.writeValueAsBytes(jackson.readTree(exchange.getMessage().getBody(byte[].class))));
        return StepExchanges.result(exchange);
    }

    @Benchmark
    public byte[] chain() {
        Exchange exchange = StepExchanges.order(context);
        for (AsyncProcessor step : chain) {
            step.process(exchange, StepExchanges.NOTHING_MORE);
        }
        return StepExchanges.result(exchange);
    }
}
