package io.gobridge.camel.delivery;

import java.time.Duration;

import io.gobridge.camel.failure.DeadLetterCategory;

/** What becomes of a delivery after a run. */
public sealed interface Decision {

    /** Calls the one action that this decision stands for. */
    void carryOut(Actions actions);

    /** The possible decisions as calls, so that whoever carries them out has to know them all. */
    interface Actions {

        /** Carries out {@link Ack}. */
        void ack(Ending ending);

        /** Carries out {@link DeadLetter}. */
        void deadLetter(DeadLetterCategory category, Ending ending);

        /** Carries out {@link Reject}. */
        void reject();

        /** Carries out {@link RetryNatively}. */
        void retryNatively(Duration after);

        /** Carries out {@link Hold}. */
        void hold(Duration after);

        /** Carries out {@link HoldAndPause}. */
        void holdAndPause(Duration after);

        /** Carries out {@link GiveBack}. */
        void giveBack();
    }

    /**
     * The source is told that the message was taken over.
     *
     * @param ending how the delivery is counted
     */
    record Ack(Ending ending) implements Decision {

        @Override
        public void carryOut(Actions actions) {
            actions.ack(ending);
        }
    }

    /**
     * The dead-letter store confirms the message, then the source is told.
     *
     * @param category why
     * @param ending   how the delivery is counted
     */
    record DeadLetter(DeadLetterCategory category, Ending ending) implements Decision {

        @Override
        public void carryOut(Actions actions) {
            actions.deadLetter(category, ending);
        }
    }

    /** The source's own dead-lettering gets the message. */
    record Reject() implements Decision {

        @Override
        public void carryOut(Actions actions) {
            actions.reject();
        }
    }

    /**
     * The source hands it over again after the wait.
     *
     * @param after the wait
     */
    record RetryNatively(Duration after) implements Decision {

        @Override
        public void carryOut(Actions actions) {
            actions.retryNatively(after);
        }
    }

    /**
     * The delivery stays unsettled in this process and runs again after the wait.
     *
     * @param after the wait
     */
    record Hold(Duration after) implements Decision {

        @Override
        public void carryOut(Actions actions) {
            actions.hold(after);
        }
    }

    /**
     * The target is to blame and someone has to act: the delivery is held, the source is not read further, and one
     * delivery at a time probes the target.
     *
     * @param after the wait before the next probe
     */
    record HoldAndPause(Duration after) implements Decision {

        @Override
        public void carryOut(Actions actions) {
            actions.holdAndPause(after);
        }
    }

    /** The source gets it back at once; nothing is completed. */
    record GiveBack() implements Decision {

        @Override
        public void carryOut(Actions actions) {
            actions.giveBack();
        }
    }
}
