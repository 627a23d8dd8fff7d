package io.gobridge.camel.processors.transform;

import io.gobridge.camel.ExchangeJson;
import io.gobridge.camel.conditions.JsonPayload;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.AsyncProcessorSupport;

/**
 * Moves values of a JSON payload to other places in it and to headers; what nobody touches stays as it was written. The
 * new body is a byte array. Works in any route; thread-safe once it is started.
 */
@UriParams
@Metadata(label = "bean", annotations = { "interfaceName=org.apache.camel.Processor" },
          description = "Moves values of a JSON payload to other places in it and to headers.")
@Configurer(metadataOnly = true)
public final class TransformProcessor extends AsyncProcessorSupport {

    @Metadata(description = "Names the transform in failures.", defaultValue = "transform")
    private String name = "transform";
    @UriParam
    @Metadata(description = "What goes where, one a line or separated by semicolons: target = path [as type] [default value] [required].")
    private String mappings;
    @UriParam(defaultValue = "false")
    @Metadata(description = "Whether the new payload has the targets only.", defaultValue = "false")
    private boolean dropUnmapped;
    @UriParam(defaultValue = "false")
    @Metadata(description = "Whether a payload that is no JSON, or a value that does not fit, is rejected instead of left alone.",
              defaultValue = "false")
    private boolean failOnError;
    @UriParam(defaultValue = "4194304")
    @Metadata(description = "Most bytes of a payload that are parsed.", defaultValue = "4194304")
    private int payloadLimit = JsonPayload.DEFAULT_LIMIT;

    private Transformation transformation;

    /** Takes its settings from the properties, when the route is built. */
    public TransformProcessor() {
    }

    /** Takes these settings; the properties are not read. */
    public TransformProcessor(TransformSettings settings) {
        this.transformation = new Transformation(settings);
    }

    @Override
    protected void doInit() {
        if (transformation == null) {
            transformation = new Transformation(
                    TransformSettings.read(name, mappings, dropUnmapped, failOnError, payloadLimit));
        }
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            transformation.apply(ExchangeJson.of(exchange), exchange.getMessage()::setHeader)
                    .ifPresent(payload -> ExchangeJson.set(exchange, payload));
        } catch (RuntimeException e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    /** Returns the name in failures; default {@code transform}. */
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

    /** Returns the most bytes of a payload that are parsed; default 4 MiB. */
    public int getPayloadLimit() {
        return payloadLimit;
    }

    public void setPayloadLimit(int payloadLimit) {
        this.payloadLimit = payloadLimit;
    }
}
