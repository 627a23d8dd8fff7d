package io.gobridge.camel.testkit.sqs;

import java.io.IOException;

/** What happens to a request at the door. Thread-safe: one fault serves all connections. */
@FunctionalInterface
interface Fault {

    /** The broker behind the door, as one connection sees it. */
    @FunctionalInterface
    interface Broker {
        HttpMessage ask(HttpMessage request) throws IOException;
    }

    /**
     * Answers the call, with or without the broker.
     *
     * @throws IOException when the connection is to be cut instead of answered
     */
    HttpMessage answer(SqsCall call, Broker broker) throws IOException, InterruptedException;

    /** Lets go of requests that this fault holds; called when the fault is replaced or the door closes. */
    default void release() {
    }

    /** Returns the absence of a fault. */
    static Fault none() {
        return (call, broker) -> broker.ask(call.request());
    }

    static Fault refuse(Refusal refusal) {
        return (call, broker) -> refusal.toResponse();
    }

    static Fault cut() {
        return (call, broker) -> {
            throw new IOException("Cut before " + call.action());
        };
    }

    static Fault loseAnswer() {
        return (call, broker) -> {
            broker.ask(call.request());
            throw new IOException("Cut after " + call.action());
        };
    }
}
