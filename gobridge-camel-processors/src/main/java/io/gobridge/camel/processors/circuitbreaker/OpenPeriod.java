package io.gobridge.camel.processors.circuitbreaker;

import java.time.Instant;

/**
 * Lets nothing pass.
 *
 * @param until when probes may pass
 */
record OpenPeriod(Instant until) implements Period {

    @Override
    public boolean isBusy(Instant now) {
        return now.isBefore(until);
    }
}
