package io.gobridge.benchmark;

import java.io.IOException;
import java.util.function.Consumer;

import org.apache.camel.CamelContext;

/**
 * A queue to read from and one to send to, both fresh, with an ordinary client of the broker at each end, and the two
 * ways to bridge them.
 */
interface QueuePair extends AutoCloseable {

    /** Puts the payloads into the first queue; returns when the broker has them all. */
    void fill(Iterable<byte[]> payloads) throws Exception;

    /** Hands over what arrives in the second queue, from now on. */
    void onArrival(Consumer<byte[]> reader) throws Exception;

    /** Binds what the endpoints need. */
    void prepare(CamelContext context) throws Exception;

    /** Returns Camel's own endpoint that reads the first queue, so many messages in flight. */
    String rawSource(int inFlight);

    /** Returns Camel's own endpoint that sends to the second queue. */
    String rawTarget();

    /** Returns the options of gobridge's source, which begin with {@code source=}. */
    String source();

    /** Returns the options of gobridge's target, which begin with {@code target=}. */
    String target();

    @Override
    void close() throws IOException;
}
