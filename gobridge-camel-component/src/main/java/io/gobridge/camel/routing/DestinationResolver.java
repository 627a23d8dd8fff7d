package io.gobridge.camel.routing;

import java.util.List;
import java.util.Set;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.envelope.Envelope;

/** Chooses the destinations of a message. Thread-safe; called once for each dispatch, on the route's thread. */
@FunctionalInterface
public interface DestinationResolver {

    /**
     * Returns where the message goes. Nothing, an empty list or null, is a transient failure: the message is tried
     * again and is poison in the end. More than one plan needs {@code dispatchMode=fan_out}. An exception fails the
     * message like one of any other step.
     */
    List<DispatchPlan> resolve(Envelope envelope);

    /** Returns where the message goes; the payload is the envelope's, as a step may have parsed it already. */
    default List<DispatchPlan> resolve(Envelope envelope, JsonPayload payload) {
        return resolve(envelope);
    }

    /** Returns the bindings that may be chosen, as far as that is known before any message; checked at start. */
    default Set<String> bindings() {
        return Set.of();
    }

    /** Returns the most plans for one message, as far as that is known; checked at start. */
    default int mostPlans() {
        return 1;
    }
}
