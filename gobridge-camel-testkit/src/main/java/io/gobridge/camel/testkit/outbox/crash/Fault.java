package io.gobridge.camel.testkit.outbox.crash;

/** What happens to a node, or to its database, while the node is at a point. */
enum Fault {

    /** The node is killed, and started again. */
    KILL("SIGKILL"),
    /** The node sleeps longer than its lease, and wakes up. */
    PAUSE("SIGSTOP beyond the lease, SIGCONT"),
    /** The database drops all connections of both nodes. */
    CUT("connections cut"),
    /** The database ends without a checkpoint, and starts again on what is on its disk. */
    DATABASE("database stopped hard, restarted");

    private final String description;

    Fault(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }
}
