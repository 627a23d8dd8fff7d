package io.gobridge.camel.processors.circuitbreaker;

import java.util.List;

/** Notes what a breaker tells, without the label. */
record RecordingMeter(List<String> told) implements BreakerMeter {

    @Override
    public void changed(String label, BreakerState state) {
        told.add(state.text());
    }

    @Override
    public void refused(String label) {
        told.add("refused");
    }
}
