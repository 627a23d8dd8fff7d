package io.gobridge.camel.observe;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Reports a bridge as down with every reason why messages do not flow, from its progress and not from its being
 * started.
 */
public final class BridgeHealthCheck extends AbstractHealthCheck {

    private final Supplier<List<String>> reasons;
    private final Supplier<Map<String, Object>> details;

    /**
     * Creates a readiness check.
     *
     * @param reasons why messages do not flow now; empty when they do
     * @param details figures, never a credential or a payload
     */
    public BridgeHealthCheck(String id, Supplier<List<String>> reasons, Supplier<Map<String, Object>> details) {
        super("gobridge", id);
        this.reasons = reasons;
        this.details = details;
    }

    @Override
    public boolean isLiveness() {
        return false;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.details(details.get());
        List<String> current = reasons.get();
        if (current.isEmpty()) {
            builder.up();
        } else {
            builder.down().message(String.join("; ", current));
        }
    }
}
