package io.gobridge.camel;

import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.ConfigurationProblems;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** Receive messages from, and send messages to, any broker or Camel endpoint without losing one. */
@UriEndpoint(firstVersion = "0.1.0", scheme = "gobridge", title = "gobridge", syntax = "gobridge:name",
             category = { Category.MESSAGING }, headersClass = GoBridgeConstants.class)
public class GoBridgeEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of the source for a consumer, of the binding for a producer; unique among each.")
    @Metadata(required = true)
    private String name;

    @UriParam
    private SourceConfiguration receiving;
    @UriParam
    private TargetConfiguration sending;
    @UriParam
    private PolicyConfiguration policy;

    private SendingSide sendingSide;
    private int producers;

    GoBridgeEndpoint(String uri, GoBridgeComponent component) {
        super(uri, component);
        this.receiving = component.getReceiving().copy();
        this.sending = component.getSending().copy();
        this.policy = component.getPolicy().copy();
    }

    @Override
    public Producer createProducer() {
        return new GoBridgeProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        GoBridgeConsumer consumer = new GoBridgeConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }

    /**
     * Prepares what producers of this endpoint send with, once for all of them; problems are added and nothing is kept
     * then.
     */
    synchronized void prepareSending(ConfigurationProblems problems) {
        if (sendingSide == null) {
            SendingSide prepared = new SendingSide(this, problems);
            if (problems.list().isEmpty()) {
                sendingSide = prepared;
            } else {
                prepared.close();
            }
        }
    }

    /**
     * Returns what a producer sends with, to be given back with {@link #releaseSending}.
     *
     * @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} with all that is wrong
     */
    synchronized SendingSide acquireSending() {
        ConfigurationProblems problems = new ConfigurationProblems();
        prepareSending(problems);
        problems.throwIfAny("Producer " + this);
        producers++;
        return sendingSide;
    }

    synchronized void releaseSending() {
        producers--;
        if (producers == 0) {
            closeSending();
        }
    }

    @Override
    protected void doShutdown() throws Exception {
        closeSending();
        super.doShutdown();
    }

    private synchronized void closeSending() {
        if (sendingSide != null) {
            sendingSide.close();
            sendingSide = null;
        }
    }

    @Override
    public GoBridgeComponent getComponent() {
        return (GoBridgeComponent) super.getComponent();
    }

    /** Names the endpoint without its options, which may hold secrets that nobody can recognise. */
    @Override
    public String toString() {
        return "gobridge:" + name;
    }

    /** Returns the name of the source or binding. */
    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    /** Returns the options of the receiving side. */
    public SourceConfiguration getReceiving() {
        return receiving;
    }

    public void setReceiving(SourceConfiguration receiving) {
        this.receiving = receiving;
    }

    /** Returns the options of the sending side. */
    public TargetConfiguration getSending() {
        return sending;
    }

    public void setSending(TargetConfiguration sending) {
        this.sending = sending;
    }

    /** Returns the options about retries and endings. */
    public PolicyConfiguration getPolicy() {
        return policy;
    }

    public void setPolicy(PolicyConfiguration policy) {
        this.policy = policy;
    }
}
