package io.gobridge.benchmark;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import io.gobridge.camel.ExchangeJson;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * What a chain of steps does to the payload of one message. A payload is parsed once at most, so what is counted is how
 * many there are: those that a step wrote need no parse.
 */
record ChainCount(int parses, int writes) {

    static ChainCount of(AsyncProcessor... chain) {
        Set<Object> payloads = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Object> bodies = Collections.newSetFromMap(new IdentityHashMap<>());
        Exchange exchange = StepExchanges.order(new DefaultCamelContext());
        bodies.add(exchange.getMessage().getBody());
        for (AsyncProcessor step : chain) {
            step.process(exchange, StepExchanges.NOTHING_MORE);
            payloads.add(ExchangeJson.of(exchange));
            bodies.add(exchange.getMessage().getBody());
        }
        int writes = bodies.size() - 1;
        return new ChainCount(payloads.size() - writes, writes);
    }

    @Override
    public String toString() {
        return parses + " parse, " + writes + " write";
    }
}
