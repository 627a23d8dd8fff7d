package io.gobridge.camel.processors.filter;

import io.gobridge.camel.conditions.JsonPayload;
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

/** A filter by URI, for routes that have no bean for it. */
@UriEndpoint(firstVersion = "0.1.0", scheme = "gobridge-filter", title = "gobridge filter", syntax = "gobridge-filter:name",
             category = { Category.TRANSFORMATION }, producerOnly = true, remote = false)
public class FilterEndpoint extends DefaultEndpoint {

    @UriPath(description = "Names the filter in failures")
    @Metadata(required = true)
    private String name;
    @UriParam(description = "What is asked, such as plant = 'P7' and $.amount > 100.")
    @Metadata(required = true)
    private String condition;
    @UriParam(description = "pass: what matches goes on. drop: what matches is filtered. route: what matches goes to the binding routeTo, and all goes on.",
              enums = "pass,drop,route", defaultValue = "pass")
    private String action = "pass";
    @UriParam(description = "Id of the binding for action=route.")
    private String routeTo;
    @UriParam(description = "Whether what the condition does not match counts as matching.", defaultValue = "false")
    private boolean invert;
    @UriParam(description = "Most bytes of a payload that the condition looks into.", defaultValue = "4194304")
    private int payloadLimit = JsonPayload.DEFAULT_LIMIT;

    FilterEndpoint(String uri, FilterComponent component) {
        super(uri, component);
    }

    @Override
    public Producer createProducer() {
        FilterSettings settings = FilterSettings.read(name, condition, action, routeTo, invert, payloadLimit);
        return new StepProducer(this, new FilterProcessor(settings));
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

    /** Returns what is asked. */
    public String getCondition() {
        return condition;
    }

    public void setCondition(String condition) {
        this.condition = condition;
    }

    /** Returns what is done: pass, drop or route. */
    public String getAction() {
        return action;
    }

    public void setAction(String action) {
        this.action = action;
    }

    /** Returns the id of the binding for {@code action=route}. */
    public String getRouteTo() {
        return routeTo;
    }

    public void setRouteTo(String routeTo) {
        this.routeTo = routeTo;
    }

    /** Tells whether what the condition does not match counts as matching. */
    public boolean isInvert() {
        return invert;
    }

    public void setInvert(boolean invert) {
        this.invert = invert;
    }

    /** Returns the most bytes of a payload that the condition looks into. */
    public int getPayloadLimit() {
        return payloadLimit;
    }

    public void setPayloadLimit(int payloadLimit) {
        this.payloadLimit = payloadLimit;
    }
}
