package io.gobridge.benchmark;

import java.io.IOException;
import java.util.concurrent.CompletionStage;

/**
 * An outbox that is measured: it keeps payloads in a database, and takes them out again for a target that does nothing.
 */
interface OutboxPeer extends AutoCloseable {

    /** Begins with empty tables, and sends nothing yet. */
    void open(OutboxDatabase database) throws Exception;

    /** Keeps a payload; the stage completes when it is durable. */
    CompletionStage<Void> persist(int number, byte[] payload);

    /** Sends from now on what is kept. */
    void drain();

    /** Tells the target's counter of each payload that it takes. */
    void onSent(Runnable counter);

    @Override
    void close() throws IOException;
}
