package io.gobridge.camel.transport.memory;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** A queue on the heap of one CamelContext, as source or target of a gobridge endpoint. */
@UriEndpoint(firstVersion = "0.1.0", scheme = "gobridge-memory", title = "gobridge memory", syntax = "gobridge-memory:name",
             category = { Category.CORE, Category.MESSAGING }, remote = false)
public class MemoryEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of the queue")
    @Metadata(required = true)
    private String name;

    @UriParam(defaultValue = "100000",
              description = "Most messages in the queue, unsettled ones included; a full queue refuses sends as BROKER_BUSY. The first endpoint of a queue decides.")
    private int capacity = 100_000;

    MemoryEndpoint(String uri, MemoryComponent component) {
        super(uri, component);
    }

    /** Returns the queue. */
    public MemoryQueue getQueue() {
        return ((MemoryComponent) getComponent()).queue(name, capacity);
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException("Send with to(\"gobridge:" + name + "?target=" + getEndpointUri() + "\")");
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                "Receive with from(\"gobridge:" + name + "?source=" + getEndpointUri() + "\")");
    }

    /** Returns the name of the queue. */
    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    /** Returns the most messages in the queue. */
    public int getCapacity() {
        return capacity;
    }

    public void setCapacity(int capacity) {
        this.capacity = capacity;
    }
}
