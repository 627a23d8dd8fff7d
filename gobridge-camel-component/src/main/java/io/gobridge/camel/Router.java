package io.gobridge.camel;

import java.util.List;
import java.util.function.Supplier;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.DestinationResolver;
import io.gobridge.camel.routing.DispatchPlan;
import io.gobridge.camel.routing.FixedResolver;

/** Chooses where a message of one producer goes: a route override wins over the resolver. */
final class Router {

    private final String producer;
    private final BoundTargets targets;
    private final DestinationResolver resolver;
    private final boolean fansOut;

    Router(String producer, BoundTargets targets, DestinationResolver resolver, boolean fansOut) {
        this.producer = producer;
        this.targets = targets;
        this.resolver = resolver;
        this.fansOut = fansOut;
    }

    /**
     * Returns at least one plan, and exactly one unless the producer fans out.
     *
     * @param  override        the binding that a step chose; null for none
     * @param  payload         the envelope's payload, as a step may have parsed it already
     * @throws BridgeException {@code NO_BINDING_MATCH} when a chosen binding is none of the producer's,
     *                         {@code UNAVAILABLE} when the resolver chooses nothing, {@code INVALID_CONFIG} when it
     *                         chooses too much
     */
    List<DispatchPlan> plans(Envelope envelope, String override, Supplier<JsonPayload> payload) {
        if (override != null) {
            target(override, envelope);
            return List.of(DispatchPlan.to(override));
        }
        List<DispatchPlan> plans = resolver instanceof FixedResolver
                ? resolver.resolve(envelope)
                : resolver.resolve(envelope, payload.get());
        if (plans == null || plans.isEmpty()) {
            throw BridgeException.of(FailureCode.UNAVAILABLE, "The resolver of producer '" + producer
                                                              + "' named no destination for message " + envelope.id()
                                                              + "; the delivery is retried");
        }
        if (plans.size() > 1 && !fansOut) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "The resolver of producer '" + producer + "' named "
                                                                 + plans.size() + " destinations for message "
                                                                 + envelope.id()
                                                                 + " and dispatchMode is single; set dispatchMode=fan_out");
        }
        return plans;
    }

    /**
     * Returns the binding.
     *
     * @throws BridgeException {@code NO_BINDING_MATCH} when it is none of the producer's
     */
    BoundTarget target(String binding, Envelope envelope) {
        return targets.get(binding).orElseThrow(() -> BridgeException.of(FailureCode.NO_BINDING_MATCH,
                "Message " + envelope.id() + " is to go to binding '" + binding + "', which producer '" + producer
                                                                                                       + "' does not have; it is rejected"));
    }
}
