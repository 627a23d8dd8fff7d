package io.gobridge.camel.deadletter;

import java.time.Instant;

import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;

/**
 * A dead letter as a list shows it: without the message's payload and headers. The components are those of
 * {@link DeadLetter}.
 *
 * @param id           names the entry
 * @param messageId    id of the message
 * @param form         at which point of its way the message is
 * @param sourceId     the consumer that took it in
 * @param routeId      the Camel route
 * @param binding      the binding whose leg failed; empty for the message as a whole
 * @param address      the address it was to go to; empty when none was chosen
 * @param category     why it is here
 * @param code         the last failure
 * @param reason       the last failure's message
 * @param firstFailure when it failed first
 * @param lastFailure  when it failed last
 * @param attempts     runs charged to it
 */
public record DeadLetterSummary(String id, String messageId, MessageForm form, String sourceId, String routeId,
        String binding, String address, DeadLetterCategory category, FailureCode code, String reason, Instant firstFailure,
        Instant lastFailure, int attempts) {

    /** Returns the summary of the entry. */
    public static DeadLetterSummary of(DeadLetter entry) {
        return new DeadLetterSummary(
                entry.id(), entry.envelope().id(), entry.form(), entry.sourceId(), entry.routeId(), entry.binding(),
                entry.address(), entry.category(), entry.code(), entry.reason(), entry.firstFailure(), entry.lastFailure(),
                entry.attempts());
    }
}
