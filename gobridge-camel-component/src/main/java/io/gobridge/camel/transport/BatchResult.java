package io.gobridge.camel.transport;

import java.util.Optional;

import io.gobridge.camel.failure.BridgeException;

/**
 * What became of one message of a batch.
 *
 * @param index the message's place in the batch, from 0
 * @param error why it was not accepted; empty when it was
 */
public record BatchResult(int index, Optional<BridgeException> error) {

    /** Returns that the target accepted the message. */
    public static BatchResult accepted(int index) {
        return new BatchResult(index, Optional.empty());
    }

    /** Returns that the target did not accept the message. */
    public static BatchResult failed(int index, BridgeException error) {
        return new BatchResult(index, Optional.of(error));
    }
}
