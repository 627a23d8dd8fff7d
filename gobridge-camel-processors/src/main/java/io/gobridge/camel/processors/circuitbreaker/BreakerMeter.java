package io.gobridge.camel.processors.circuitbreaker;

/** Hears what breakers do; the labels are bounded. Thread-safe. */
interface BreakerMeter {

    /** Counts nothing. */
    BreakerMeter NONE = new BreakerMeter() {

        @Override
        public void changed(String label, BreakerState state) {
            // Nobody looks.
        }

        @Override
        public void refused(String label) {
            // Nobody looks.
        }
    };

    void changed(String label, BreakerState state);

    void refused(String label);
}
