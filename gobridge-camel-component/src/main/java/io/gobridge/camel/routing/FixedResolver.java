package io.gobridge.camel.routing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.gobridge.camel.envelope.Envelope;

/** Sends every message to the same bindings: {@code resolver=all} and {@code resolver=static}. Immutable. */
public final class FixedResolver implements DestinationResolver {

    private final List<String> bindings;
    private final List<DispatchPlan> plans;

    /** Sends to these bindings. */
    public FixedResolver(List<String> bindings) {
        this.bindings = List.copyOf(bindings);
        this.plans = bindings.stream().map(DispatchPlan::to).toList();
    }

    @Override
    public List<DispatchPlan> resolve(Envelope envelope) {
        return plans;
    }

    @Override
    public Set<String> bindings() {
        return new LinkedHashSet<>(bindings);
    }

    @Override
    public int mostPlans() {
        return plans.size();
    }
}
