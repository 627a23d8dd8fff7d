package io.gobridge.benchmark;

import java.util.Map;

import org.apache.camel.CamelContext;
import org.apache.camel.Processor;

/** Routes that take messages from one queue on the heap to another, and from there to their end. */
interface Hops {

    /** Adds the routes; the end gets each message with its bytes as the body. */
    void addTo(CamelContext context, Processor end) throws Exception;

    /** Puts a message into the first queue. */
    void put(int index, byte[] payload, Map<String, Object> headers) throws Exception;

    /** Tells whether both queues are empty and everything taken from them is settled. */
    boolean areIdle();
}
