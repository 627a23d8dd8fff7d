package io.gobridge.camel.transport.memory;

import io.gobridge.camel.envelope.Envelope;

/**
 * A message in a queue.
 *
 * @param number   its place
 * @param envelope the message
 * @param attempts how often it was handed over
 */
record MemoryMessage(long number, Envelope envelope, int attempts) {

    MemoryMessage handedOver() {
        return new MemoryMessage(number, envelope, attempts + 1);
    }
}
