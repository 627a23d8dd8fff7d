package io.gobridge.camel;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** Bridge messages between brokers without losing any. */
@UriEndpoint(firstVersion = "0.1.0", scheme = "gobridge", title = "gobridge", syntax = "gobridge:name",
             category = { Category.MESSAGING })
public class GoBridgeEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of the bridge")
    @Metadata(required = true)
    private String name;

    @UriParam(defaultValue = "100", description = "How many messages may be under way at once")
    private int maxInFlight = 100;

    GoBridgeEndpoint(String uri, GoBridgeComponent component) {
        super(uri, component);
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException("gobridge:" + name + " cannot send yet");
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("gobridge:" + name + " cannot receive yet");
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public int getMaxInFlight() {
        return maxInFlight;
    }

    public void setMaxInFlight(int maxInFlight) {
        this.maxInFlight = maxInFlight;
    }
}
