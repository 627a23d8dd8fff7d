package io.gobridge.camel.processors.circuitbreaker;

import java.time.Instant;

/** The time from one change of a breaker's state to the next. What began in a period counts in that period only. */
sealed interface Period permits ClosedPeriod, OpenPeriod, HalfOpenPeriod {

    /** Tells whether forgetting the breaker now would lose something. */
    boolean isBusy(Instant now);
}
