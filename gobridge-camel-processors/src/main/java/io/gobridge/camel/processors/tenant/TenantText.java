package io.gobridge.camel.processors.tenant;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.gobridge.camel.failure.ConfigurationProblems;

/** Reads a tenant from text such as {@code active, maxMessageBytes=65536}. */
final class TenantText {

    private static final String BYTES = "maxMessageBytes";
    private static final String IN_FLIGHT = "maxInFlight";
    private static final String RATE = "maxRate";
    private static final Set<String> LIMITS = Set.of(BYTES, IN_FLIGHT, RATE);
    private static final String ALLOWED
            = "allowed is active or disabled, then " + BYTES + "=, " + IN_FLIGHT + "= and " + RATE + "= with whole numbers";

    private TenantText() {
    }

    static Optional<Tenant> read(String id, String text, ConfigurationProblems problems) {
        String[] words = text.trim().split("\\s*,\\s*", -1);
        Map<String, Long> limits = new LinkedHashMap<>();
        boolean isGood = words[0].equals("active") || words[0].equals("disabled");
        for (int i = 1; i < words.length; i++) {
            isGood &= readLimit(words[i], limits);
        }
        if (!isGood) {
            problems.add("tenants." + id, text, ALLOWED);
            return Optional.empty();
        }
        return Optional.of(new Tenant(
                words[0].equals("active"), limit(limits, BYTES), new Quota(limit(limits, IN_FLIGHT), limit(limits, RATE))));
    }

    private static boolean readLimit(String word, Map<String, Long> limits) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals).trim();
        if (equals < 0 || !LIMITS.contains(name) || limits.containsKey(name)) {
            return false;
        }
        try {
            long value = Long.parseLong(word.substring(equals + 1).trim());
            limits.put(name, value);
            return value >= 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static long limit(Map<String, Long> limits, String name) {
        return limits.getOrDefault(name, Tenant.NO_LIMIT);
    }
}
