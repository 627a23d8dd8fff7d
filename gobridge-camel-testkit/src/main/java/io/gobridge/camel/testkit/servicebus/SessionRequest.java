package io.gobridge.camel.testkit.servicebus;

import java.time.Instant;

import org.apache.qpid.proton.engine.Sender;
import org.jspecify.annotations.Nullable;

/** A client's link that waits to be opened for a session. */
final class SessionRequest {

    private final Sender link;
    private final MessageQueue queue;
    private final @Nullable String session;
    private final Instant deadline;

    /** @param session which one; null for any that has messages */
    SessionRequest(Sender link, MessageQueue queue, @Nullable String session, Instant deadline) {
        this.link = link;
        this.queue = queue;
        this.session = session;
        this.deadline = deadline;
    }

    boolean isForNext() {
        return session == null;
    }

    String session() {
        return session == null ? "" : session;
    }

    Instant deadline() {
        return deadline;
    }

    boolean isOf(Object other) {
        return link.equals(other);
    }

    ReceiveLink accept(String granted, Instant lockedUntil) {
        ReceiveLink receiver = new ReceiveLink(link, queue, granted);
        receiver.open(lockedUntil);
        return receiver;
    }

    void refuse(String condition, String description) {
        Links.refuse(link, condition, description);
    }
}
