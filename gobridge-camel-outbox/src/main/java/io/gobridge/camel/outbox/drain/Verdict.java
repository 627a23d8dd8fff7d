package io.gobridge.camel.outbox.drain;

import java.time.Duration;

/**
 * What a send came to.
 *
 * @param ending what becomes of the record
 * @param pause  how long it is not sent, or nothing is
 * @param error  why; empty when it was sent
 */
record Verdict(Ending ending, Duration pause, String error) {

    /** What becomes of a record. */
    enum Ending {
        /** It need not be kept any longer. */
        COMPLETED,
        /** It failed, which counts, and is sent again. */
        REPLAYED,
        /** It failed and is not to blame: nothing is sent for a while. */
        TARGET_DOWN,
        /** It was not sent, since this node may no longer send. */
        UNSENT
    }

    static final Verdict COMPLETED = new Verdict(Ending.COMPLETED, Duration.ZERO, "");
    static final Verdict UNSENT = new Verdict(Ending.UNSENT, Duration.ZERO, "");

    static Verdict replayed(Duration pause, String error) {
        return new Verdict(Ending.REPLAYED, pause, error);
    }

    static Verdict targetDown(Duration pause, String error) {
        return new Verdict(Ending.TARGET_DOWN, pause, error);
    }
}
