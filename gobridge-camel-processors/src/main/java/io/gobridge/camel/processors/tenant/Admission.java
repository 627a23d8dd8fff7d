package io.gobridge.camel.processors.tenant;

import java.time.Duration;

/** What a usage answers to one more delivery of a tenant. */
public sealed interface Admission {

    /** The delivery is counted, and must be counted out. */
    record Admitted() implements Admission {
    }

    /** As many deliveries as the quota allows are not settled yet; this one is not counted. */
    record InFlightExceeded() implements Admission {
    }

    /**
     * As many messages as the quota allows came in this time window; this one is not counted.
     *
     * @param until how long the window still lasts
     */
    record RateExceeded(Duration until) implements Admission {
    }
}
