package io.gobridge.camel;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.delivery.DeliveryCounter;
import io.gobridge.camel.exchange.Intake;
import io.gobridge.camel.exchange.IntakeStatus;
import io.gobridge.camel.transport.Receiver;

/** Tells how a running consumer fares. */
record ConsumerHealth(Receiver receiver, Intake intake, DeliveryCounter counter) {

    /** Returns why messages do not flow; empty when they do. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (!receiver.health().isUp()) {
            reasons.add("source: " + receiver.health().detail());
        }
        IntakeStatus status = intake.status();
        if (!status.closedBecause().isEmpty()) {
            reasons.add("target: " + status.closedBecause() + "; intake is paused");
        }
        if (status.isFullOfHeld()) {
            reasons.add("held: all " + status.maxInFlight() + " deliveries wait for their next run");
        }
        if (status.overrun() > 0) {
            reasons.add("overrun: " + status.overrun() + " runs exceeded processTimeout and are still in the route");
        }
        return reasons;
    }

    /** Returns figures; never a credential or a payload. */
    Map<String, Object> details() {
        IntakeStatus status = intake.status();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("ledger", counter.counts().toString());
        details.put("held", status.held());
        if (status.lastEnding().isAfter(Instant.MIN)) {
            details.put("lastSettled", status.lastEnding().toString());
        }
        if (status.oldestReceipt().isBefore(Instant.MAX)) {
            details.put("oldestUnsettled", status.oldestReceipt().toString());
        }
        details.put("listenerErrors", status.listenerErrors());
        details.put("trustedHeaders", status.trustedHeaders());
        details.putAll(receiver.figures());
        return details;
    }
}
