package io.gobridge.camel.exchange;

import java.util.Set;

import io.gobridge.camel.delivery.DeliveryPolicy;
import io.gobridge.camel.delivery.Disposal;
import io.gobridge.camel.envelope.Envelope;

/**
 * What a consumer's options say about its deliveries.
 *
 * @param routeId             the Camel route
 * @param sourceId            the name after {@code gobridge:}
 * @param maxInFlight         most deliveries in the route at once
 * @param trustsBridgeHeaders whether bridge-to-bridge headers of the wire stay
 * @param keptHeaders         headers of the source's own component that the route sees as headers
 * @param settlesByHand       whether a completed exchange leaves its delivery to the route
 * @param maxHops             most bridges that a message may go through
 * @param policy              retries and endings
 * @param redrive             where a redriven message may go; {@link RedriveTarget#NONE} for those of the source
 */
public record IntakeSettings(String routeId, String sourceId, int maxInFlight, boolean trustsBridgeHeaders,
        Set<String> keptHeaders, boolean settlesByHand, int maxHops, DeliveryPolicy policy, RedriveTarget redrive) {

    /** Describes the deliveries of a source. */
    public IntakeSettings(String routeId, String sourceId, int maxInFlight, boolean trustsBridgeHeaders,
                          Set<String> keptHeaders, boolean settlesByHand, int maxHops, DeliveryPolicy policy) {
        this(routeId, sourceId, maxInFlight, trustsBridgeHeaders, keptHeaders, settlesByHand, maxHops, policy,
             RedriveTarget.NONE);
    }

    /** Returns the settings for a message that was taken in before: its headers are ours, and each end is looked at. */
    IntakeSettings forRedrive(RedriveTarget target) {
        return new IntakeSettings(
                routeId, sourceId, 1, true, keptHeaders, settlesByHand, maxHops,
                policy.withDisposals(Disposal.DLQ, Disposal.DLQ, Disposal.DLQ), target);
    }

    /** Returns the key under which this source's failures of a message are counted. */
    String attemptKey(Envelope message) {
        return sourceId + ":" + message.identity().attemptKey(message.id());
    }
}
