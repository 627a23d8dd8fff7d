package io.gobridge.camel.deadletter;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import io.gobridge.camel.failure.DeadLetterCategory;

/**
 * Chooses dead letters. Immutable.
 *
 * @param routeId  the Camel route; empty for any
 * @param category why they are there; empty for any
 * @param from     the earliest last failure
 * @param to       all last failures are before it
 */
public record DeadLetterFilter(String routeId, Optional<DeadLetterCategory> category, Instant from, Instant to) {

    /** Chooses all. */
    public static final DeadLetterFilter ALL
            = new DeadLetterFilter("", Optional.empty(), Instant.EPOCH, Instant.ofEpochMilli(Long.MAX_VALUE));

    /** Refuses null. */
    public DeadLetterFilter {
        Objects.requireNonNull(routeId, "routeId");
        Objects.requireNonNull(category, "category");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
    }

    /** Returns a filter that also asks for this route. */
    public DeadLetterFilter withRoute(String route) {
        return new DeadLetterFilter(route, category, from, to);
    }

    /** Returns a filter that also asks for this category. */
    public DeadLetterFilter withCategory(DeadLetterCategory wanted) {
        return new DeadLetterFilter(routeId, Optional.of(wanted), from, to);
    }

    /** Returns a filter that also asks for a last failure at this instant or later. */
    public DeadLetterFilter withFrom(Instant earliest) {
        return new DeadLetterFilter(routeId, category, earliest, to);
    }

    /** Returns a filter that also asks for a last failure before this instant. */
    public DeadLetterFilter withTo(Instant end) {
        return new DeadLetterFilter(routeId, category, from, end);
    }

    /** Tells whether the entry is chosen. */
    public boolean accepts(DeadLetter entry) {
        return (routeId.isEmpty() || routeId.equals(entry.routeId()))
                && (category.isEmpty() || category.get() == entry.category())
                && !entry.lastFailure().isBefore(from) && entry.lastFailure().isBefore(to);
    }
}
