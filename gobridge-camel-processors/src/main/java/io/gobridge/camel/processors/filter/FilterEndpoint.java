package io.gobridge.camel.processors.filter;

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

/** A filter by URI, for routes that have no bean for it. */
@UriEndpoint(firstVersion = "0.1.0", scheme = "gobridge-filter", title = "gobridge filter", syntax = "gobridge-filter:name",
             category = { Category.TRANSFORMATION }, producerOnly = true, remote = false)
public class FilterEndpoint extends DefaultEndpoint {

    @UriPath(description = "Names the filter in failures")
    @Metadata(required = true)
    private String name;

    @UriParam
    private FilterProcessor step = new FilterProcessor();

    FilterEndpoint(String uri, FilterComponent component) {
        super(uri, component);
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        step.setName(name);
        ServiceHelper.initService(step);
    }

    @Override
    public Producer createProducer() {
        return new StepProducer(this, step);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("A filter is a step: to(\"gobridge-filter:" + name + "\")");
    }

    /** Returns the name in failures. */
    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    /** Returns the step. */
    public FilterProcessor getStep() {
        return step;
    }

    public void setStep(FilterProcessor step) {
        this.step = step;
    }
}
