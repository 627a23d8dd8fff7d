package io.gobridge.camel.testkit.outbox.crash;

/** Where a node of an outbox is when a fault comes. */
enum CrashPoint {

    /** Wherever it is. */
    ANYWHERE("at any moment"),
    /** The rows of a message are written and not committed. */
    PERSIST_BEFORE_COMMIT("after persist, before commit"),
    /** The rows are committed, and the source does not know. */
    PERSIST_AFTER_COMMIT("after commit, before ack"),
    /** The next batch is read, and the lease renewed, and that is not committed. */
    CLAIM_BEFORE_COMMIT("during claim, before commit"),
    /** The next batch is read, and nothing of it is sent. */
    CLAIM_AFTER_COMMIT("after claim, before send"),
    /** A record is about to be sent. */
    BEFORE_SEND("before a send"),
    /** A record is sent, and the store does not know. */
    AFTER_SEND("after send, before complete"),
    /** What was sent is deleted, and that is not committed. */
    COMPLETE_BEFORE_COMMIT("during complete, before commit"),
    /** What was sent is deleted. */
    COMPLETE_AFTER_COMMIT("after complete"),
    /** What is to be sent again is written back, and that is not committed. */
    REPLAY_BEFORE_COMMIT("during replay write-back, before commit"),
    /** What is to be sent again is written back. */
    REPLAY_AFTER_COMMIT("after replay write-back"),
    /** A record is given up, and nobody knows. */
    DEAD_LETTER_BEFORE_WRITE("during dead-lettering, before the write"),
    /** A dead letter is written, and its record is kept. */
    DEAD_LETTER_AFTER_WRITE("during dead-lettering, after the write"),
    /** The lease of a dead node is about to be taken. */
    TAKEOVER_BEFORE_ACQUIRE("during takeover, before acquire"),
    /** The lease of a dead node is taken, and nothing is done under it. */
    TAKEOVER_AFTER_ACQUIRE("during takeover, after acquire"),
    /** Messages that were kept long ago are about to be forgotten. */
    HOUSEKEEPING_BEFORE_DELETE("during house-keeping, before the delete"),
    /** They are forgotten. */
    HOUSEKEEPING_AFTER_DELETE("during house-keeping, after the delete"),
    /** The node stops, and its leases are not given back. */
    SHUTDOWN_BEFORE_RELEASE("during shutdown, before release"),
    /** The node stops, and a lease is given back. */
    SHUTDOWN_AFTER_RELEASE("during shutdown, after release");

    private final String description;

    CrashPoint(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }

    /** Tells whether the node comes there when another has died. */
    boolean isTakeover() {
        return this == TAKEOVER_BEFORE_ACQUIRE || this == TAKEOVER_AFTER_ACQUIRE;
    }

    /** Tells whether the node comes there when it stops. */
    boolean isShutdown() {
        return this == SHUTDOWN_BEFORE_RELEASE || this == SHUTDOWN_AFTER_RELEASE;
    }
}
