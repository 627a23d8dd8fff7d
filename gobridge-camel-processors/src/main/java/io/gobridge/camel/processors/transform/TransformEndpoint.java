package io.gobridge.camel.processors.transform;

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

/** A transform by URI, for routes that have no bean for it. */
@UriEndpoint(firstVersion = "0.1.0", scheme = "gobridge-transform", title = "gobridge transform",
             syntax = "gobridge-transform:name", category = { Category.TRANSFORMATION }, producerOnly = true, remote = false)
public class TransformEndpoint extends DefaultEndpoint {

    @UriPath(description = "Names the transform in failures")
    @Metadata(required = true)
    private String name;
    @UriParam(description = "What goes where, one a line or separated by semicolons: target = path [as type] [default value] [required].")
    private String mappings;
    @UriParam(description = "Whether the new payload has the targets only.", defaultValue = "false")
    private boolean dropUnmapped;
    @UriParam(description = "Whether a payload that is no JSON, or a value that does not fit, is rejected instead of left alone.",
              defaultValue = "false")
    private boolean failOnError;
    @UriParam(description = "Most bytes of a payload that are parsed.", defaultValue = "4194304")
    private int payloadLimit = JsonPayload.DEFAULT_LIMIT;

    TransformEndpoint(String uri, TransformComponent component) {
        super(uri, component);
    }

    @Override
    public Producer createProducer() {
        TransformSettings settings = TransformSettings.read(name, mappings, dropUnmapped, failOnError, payloadLimit);
        return new StepProducer(this, new TransformProcessor(settings));
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("A transform is a step: to(\"gobridge-transform:" + name + "\")");
    }

    /** Returns the name in failures. */
    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    /** Returns what goes where, as {@link Mapping#parse} reads it. */
    public String getMappings() {
        return mappings;
    }

    public void setMappings(String mappings) {
        this.mappings = mappings;
    }

    /** Tells whether the new payload has the targets only. */
    public boolean isDropUnmapped() {
        return dropUnmapped;
    }

    public void setDropUnmapped(boolean dropUnmapped) {
        this.dropUnmapped = dropUnmapped;
    }

    /** Tells whether a payload that is no JSON, or a value that does not fit, is rejected instead of left alone. */
    public boolean isFailOnError() {
        return failOnError;
    }

    public void setFailOnError(boolean failOnError) {
        this.failOnError = failOnError;
    }

    /** Returns the most bytes of a payload that are parsed. */
    public int getPayloadLimit() {
        return payloadLimit;
    }

    public void setPayloadLimit(int payloadLimit) {
        this.payloadLimit = payloadLimit;
    }
}
