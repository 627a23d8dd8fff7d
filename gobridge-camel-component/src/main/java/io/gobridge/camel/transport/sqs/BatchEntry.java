package io.gobridge.camel.transport.sqs;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.camel.failure.BridgeException;

/** Something that waits for its place in a batch and then for what became of it. */
abstract class BatchEntry {

    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final String group;
    private final int bytes;

    /**
     * @param group entries of one group are never under way at once; empty text for none
     * @param bytes counts against the limit of one batch
     */
    BatchEntry(String group, int bytes) {
        this.group = group;
        this.bytes = bytes;
    }

    final CompletableFuture<Void> done() {
        return done;
    }

    final String group() {
        return group;
    }

    final int bytes() {
        return bytes;
    }

    /** Learns what became of the entry while nobody else does and its group is still occupied. */
    void conclude(@SuppressWarnings("unused") Optional<BridgeException> error) {
    }

    final void end(Optional<BridgeException> error) {
        if (error.isPresent()) {
            fail(error.get());
        } else {
            done.complete(null);
        }
    }

    final void fail(BridgeException error) {
        done.completeExceptionally(error);
    }
}
