package io.gobridge.camel.processors;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.service.ServiceHelper;

/** One exchange and what steps make of it, without a route. */
public final class StepRun {

    private static final CamelContext CONTEXT = new DefaultCamelContext();

    private final Exchange exchange = new DefaultExchange(CONTEXT);
    private final Set<Object> payloads = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Object> written = Collections.newSetFromMap(new IdentityHashMap<>());

    private StepRun(Object body, Map<String, Object> headers) {
        exchange.getMessage().setBody(body);
        exchange.getMessage().setHeaders(headers);
    }

    public static StepRun with(Object body, Map<String, Object> headers) {
        return new StepRun(body, new HashMap<>(headers));
    }

    public static StepRun with(String text) {
        return with(text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    public StepRun through(AsyncProcessor step) {
        Object before = body();
        ServiceHelper.startService(step);
        step.process(exchange, doneSync -> {
        });
        if (exchange.getProperty("CamelGoBridgeJson") != null) {
            payloads.add(exchange.getProperty("CamelGoBridgeJson"));
        }
        if (body() != before) {
            written.add(body());
        }
        return this;
    }

    /** Returns how many payloads were parsed: each is at most once, and what a step wrote never is. */
    public int parses() {
        return payloads.size() - written.size();
    }

    /** Returns how many payloads steps wrote. */
    public int writes() {
        return written.size();
    }

    public Exchange exchange() {
        return exchange;
    }

    public Object body() {
        return exchange.getMessage().getBody();
    }

    public String text() {
        return exchange.getMessage().getBody(String.class);
    }

    public Object header(String name) {
        return exchange.getMessage().getHeader(name);
    }

    public BridgeException failure() {
        return (BridgeException) exchange.getException();
    }

    /** Returns null when nothing failed. */
    public FailureCode code() {
        return exchange.getException() == null ? null : failure().code();
    }
}
