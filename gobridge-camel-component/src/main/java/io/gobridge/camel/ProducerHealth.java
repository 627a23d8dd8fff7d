package io.gobridge.camel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.dispatch.Outbox.OutboxDrain;

/** Tells how a running producer fares. */
record ProducerHealth(SendingSide side, Dispatch dispatch, SendListeners listeners, List<OutboxDrain> drains) {

    /** Returns why messages cannot be sent; empty when they can. */
    List<String> reasons() {
        if (!drains.isEmpty()) {
            // Messages are kept while the targets are away: what counts is whether they can be kept.
            return drains.stream().flatMap(drain -> drain.reasons().stream()).distinct().toList();
        }
        List<BoundTarget> targets = side.targets().all();
        if (targets.size() == 1) {
            return targets.get(0).reasons();
        }
        List<String> reasons = new ArrayList<>();
        targets.forEach(target -> target.reasons().forEach(reason -> reasons.add(target.id() + ": " + reason)));
        return reasons;
    }

    /** Returns figures; never a credential or a payload. */
    Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("sendRetries", dispatch.retries());
        details.put("exhausted", dispatch.exhausted());
        details.put("endedLegs", dispatch.endedLegs());
        details.put("listenerErrors", listeners.errors());
        drains.forEach(drain -> details.putAll(drain.details()));
        return details;
    }
}
