package io.gobridge.camel;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.DeliveryPolicy;
import io.gobridge.camel.failure.ConfigurationProblems;
import org.apache.camel.CamelContext;

/** Reads a delivery policy from the options. */
final class Policies {

    private static final Set<String> BACKOFF_OPTIONS = Set.of("initial", "max", "multiplier", "jitter");

    private final CamelContext context;
    private final ConfigurationProblems problems;

    Policies(CamelContext context, ConfigurationProblems problems) {
        this.context = context;
        this.problems = problems;
    }

    /** Returns the policy; the default one when there are problems, which keep the route from starting anyway. */
    DeliveryPolicy read(PolicyConfiguration options) {
        if (options.getDeliveryPolicy() != null) {
            return options.getDeliveryPolicy();
        }
        Duration processTimeout = Duration.ofMillis(options.getProcessTimeout());
        int before = problems.list().size();
        DeliveryPolicy.check(problems, options.getMaxReplayAttempts(), options.getOnExpired(), options.getOnFiltered(),
                processTimeout);
        Backoff backoff = backoff(options);
        if (problems.list().size() > before) {
            return DeliveryPolicy.DEFAULT;
        }
        return new DeliveryPolicy(
                options.getMaxReplayAttempts(), backoff, options.getOnExpired(),
                options.getOnPermanentFailure(), options.getOnFiltered(), processTimeout);
    }

    /** Returns the backoff; the default one when there are problems. */
    Backoff backoff(PolicyConfiguration options) {
        Map<String, Object> values = options.getBackoff();
        for (String name : new TreeSet<>(values.keySet())) {
            problems.require(BACKOFF_OPTIONS.contains(name), "backoff." + name, values.get(name),
                    "unknown; allowed are backoff.initial, backoff.max, backoff.multiplier, backoff.jitter");
        }
        Backoff defaults = Backoff.DEFAULT;
        Duration initial = value(values, "initial", Duration.class, defaults.initial(), "a duration such as 500ms or 1s");
        Duration max = value(values, "max", Duration.class, defaults.max(), "a duration such as 30s");
        double multiplier = value(values, "multiplier", Double.class, defaults.multiplier(), "a number of at least 1");
        double jitter = value(values, "jitter", Double.class, defaults.jitter(), "a number from 0 to 1");
        int before = problems.list().size();
        Backoff.check(problems, initial, max, multiplier, jitter);
        return problems.list().size() > before ? defaults : new Backoff(initial, max, multiplier, jitter);
    }

    private <T> T value(Map<String, Object> values, String name, Class<T> type, T otherwise, String allowed) {
        Object value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        T converted = context.getTypeConverter().tryConvertTo(type, value);
        if (converted == null) {
            problems.add("backoff." + name, value, "must be " + allowed);
            return otherwise;
        }
        return converted;
    }
}
