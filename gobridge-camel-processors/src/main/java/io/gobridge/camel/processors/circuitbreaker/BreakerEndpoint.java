package io.gobridge.camel.processors.circuitbreaker;

import io.gobridge.camel.processors.StepProducer;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.service.ServiceHelper;

/** A {@link CircuitBreakerProcessor} as an endpoint: what comes after it in the route is behind it. */
@UriEndpoint(firstVersion = "0.1.0", scheme = "gobridge-breaker", title = "gobridge circuit breaker",
             syntax = "gobridge-breaker:name", category = Category.CORE, producerOnly = true, remote = false)
public class BreakerEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of the step in metrics")
    @Metadata(required = true)
    private String name;

    @UriParam
    private CircuitBreakerProcessor step = new CircuitBreakerProcessor();

    BreakerEndpoint(String uri, BreakerComponent component) {
        super(uri, component);
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        step.setCamelContext(getCamelContext());
        step.setStepName(name);
        ServiceHelper.initService(step);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        ServiceHelper.startService(step);
    }

    @Override
    protected void doStop() throws Exception {
        ServiceHelper.stopService(step);
        super.doStop();
    }

    @Override
    public Producer createProducer() {
        return new StepProducer(this, step);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("A step only passes messages on: use to(\"" + getEndpointUri() + "\")");
    }

    /** Returns the name of the step. */
    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    /** Returns the step. */
    public CircuitBreakerProcessor getStep() {
        return step;
    }

    public void setStep(CircuitBreakerProcessor step) {
        this.step = step;
    }
}
