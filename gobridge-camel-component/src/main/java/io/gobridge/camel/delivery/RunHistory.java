package io.gobridge.camel.delivery;

/**
 * What {@link Settlement} needs to know of a delivery beside the outcome of its last run.
 *
 * @param failures  runs that speak against the message so far, this one included
 * @param waits     runs that ended in a wait not charged to the message, this one included
 * @param identity  whether the message can be recognised when it comes again
 * @param isOrdered whether other messages of the same ordering key wait behind it
 */
public record RunHistory(int failures, int waits, IdentityKind identity, boolean isOrdered) {
}
