package io.gobridge.camel.deadletter;

import java.time.Instant;

/**
 * What somebody did about a dead letter.
 *
 * @param at     when
 * @param actor  who, as the interface that was used knows it: {@code rest}, {@code jmx}, or the caller's own name
 * @param action what, never with a payload or a header's value
 */
public record AuditLine(Instant at, String actor, String action) {
}
