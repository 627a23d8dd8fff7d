package io.gobridge.example.tenants;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import io.gobridge.camel.delivery.Ending;

/**
 * Where one order went.
 *
 * @param endings  how each of its deliveries ended
 * @param arrivals what the targets got
 */
record Outcome(String order, String tenant, List<Ending> endings, List<Arrival> arrivals) {

    static final String HEAD = row("order", "tenant", "ended", "target", "as");

    /** Returns whether it arrived once, and is settled as often as it came. */
    boolean isGood(long deliveries) {
        return arrivals.size() == 1 && endings.size() == deliveries
                && endings.stream().filter(ending -> ending == Ending.COMPLETED).count() == 1;
    }

    /** Returns it as one row of a table. */
    @Override
    public String toString() {
        return row(order, tenant,
                join(endings.stream().map(ending -> ending.name().toLowerCase(Locale.ROOT)).sorted().toList()),
                join(arrivals.stream().map(Arrival::target).toList()), join(arrivals.stream().map(Arrival::payload).toList()));
    }

    private static String join(List<String> parts) {
        return parts.stream().collect(Collectors.joining(", "));
    }

    private static String row(String order, String tenant, String ended, String target, String payload) {
        return String.format(Locale.ROOT, "  %-9s %-7s %-20s %-10s %s", order, tenant, ended, target, payload);
    }
}
