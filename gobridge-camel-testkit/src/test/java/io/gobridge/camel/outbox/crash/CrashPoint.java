package io.gobridge.camel.outbox.crash;

/** Where a node of an outbox is killed. */
enum CrashPoint {

    /** Never. */
    NOWHERE("not killed"),
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
    /** The lease of another is taken, and nothing is done under it. */
    TAKEOVER("during takeover, after acquire"),
    /** A dead letter is written, and its record is kept. */
    DEAD_LETTERING("during dead-lettering, before complete"),
    /** The node stops, and its leases are not given back. */
    SHUTDOWN("during shutdown, before release");

    private final String description;

    CrashPoint(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }
}
