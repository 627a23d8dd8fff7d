package io.gobridge.benchmark;

/** One of the two that do the same work. */
interface Peer {

    /** Does the work once, from nothing to the last message. */
    Measurement run() throws Exception;
}
