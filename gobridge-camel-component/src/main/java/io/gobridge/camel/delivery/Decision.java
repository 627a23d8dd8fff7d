package io.gobridge.camel.delivery;

import java.time.Duration;

import io.gobridge.camel.failure.DeadLetterCategory;

/** What becomes of a delivery after a run. */
public sealed interface Decision {

    /**
     * The source is told that the message was taken over.
     *
     * @param ending how the delivery is counted
     */
    record Ack(Ending ending) implements Decision {
    }

    /**
     * The dead-letter store confirms the message, then the source is told.
     *
     * @param category why
     * @param ending   how the delivery is counted
     */
    record DeadLetter(DeadLetterCategory category, Ending ending) implements Decision {
    }

    /** The source's own dead-lettering gets the message. */
    record Reject() implements Decision {
    }

    /**
     * The source hands it over again after the wait.
     *
     * @param after the wait
     */
    record RetryNatively(Duration after) implements Decision {
    }

    /**
     * The delivery stays unsettled in this process and runs again after the wait.
     *
     * @param after the wait
     */
    record Hold(Duration after) implements Decision {
    }

    /**
     * The target is to blame and someone has to act: the delivery is held, the source is not read further, and one
     * delivery at a time probes the target.
     *
     * @param after the wait before the next probe
     */
    record HoldAndPause(Duration after) implements Decision {
    }

    /** The source gets it back at once; nothing is completed. */
    record GiveBack() implements Decision {
    }
}
