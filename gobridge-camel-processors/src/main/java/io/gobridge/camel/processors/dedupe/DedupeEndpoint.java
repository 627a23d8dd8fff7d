package io.gobridge.camel.processors.dedupe;

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

/** A {@link DedupeProcessor} as an endpoint. */
@UriEndpoint(firstVersion = "0.1.0", scheme = "gobridge-dedupe", title = "gobridge dedupe",
             syntax = "gobridge-dedupe:name", category = Category.CORE, producerOnly = true, remote = false)
public class DedupeEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of the step")
    @Metadata(required = true)
    private String name;

    @UriParam
    private DedupeProcessor step = new DedupeProcessor();

    DedupeEndpoint(String uri, DedupeComponent component) {
        super(uri, component);
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        step.setCamelContext(getCamelContext());
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
    public DedupeProcessor getStep() {
        return step;
    }

    public void setStep(DedupeProcessor step) {
        this.step = step;
    }
}
