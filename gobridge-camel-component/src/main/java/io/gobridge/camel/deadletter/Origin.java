package io.gobridge.camel.deadletter;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.FailedRun;

/**
 * The entry that a redriven message comes from. It goes with the message through an outbox, in a header that is never
 * sent: the entry itself is gone by then.
 */
record Origin(String entryId, String messageId, String causationId, Instant firstFailure, int attempts,
        List<FailedRun> history, List<AuditLine> audit) {

    private static final String ENTRY = "entry";
    private static final String MESSAGE = "message";
    private static final String CAUSATION = "causation";
    private static final String FIRST_FAILURE = "first-failure";
    private static final String ATTEMPTS = "attempts";
    private static final String HISTORY = "history";

    static Origin of(DeadLetter entry) {
        Envelope message = entry.envelope();
        return new Origin(
                entry.id(), message.id(), message.headers().text(ReservedHeaders.CAUSATION_ID).orElse(""),
                entry.firstFailure(), entry.attempts(), entry.history(), entry.audit());
    }

    /** Returns the origin that goes with the message; empty when no redrive sent it, or nobody can tell any more. */
    static Optional<Origin> of(Envelope message) {
        return message.headers().text(ReservedHeaders.DEAD_LETTER).flatMap(Origin::parse);
    }

    private static Optional<Origin> parse(String text) {
        try {
            Map<String, Object> fields = EnvelopeJson.readHeaders(text);
            String history = (String) fields.get(HISTORY);
            return Optional.of(new Origin(
                    (String) fields.get(ENTRY), (String) fields.get(MESSAGE), (String) fields.get(CAUSATION),
                    (Instant) fields.get(FIRST_FAILURE), (Integer) fields.get(ATTEMPTS), HistoryJson.runs(history),
                    HistoryJson.audit(history)));
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            // Somebody edited the row: the message is an entry of its own then.
            return Optional.empty();
        }
    }

    Envelope mark(Envelope message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(ENTRY, entryId);
        fields.put(MESSAGE, messageId);
        fields.put(CAUSATION, causationId);
        fields.put(FIRST_FAILURE, firstFailure);
        fields.put(ATTEMPTS, attempts);
        fields.put(HISTORY, HistoryJson.write(history, audit));
        Headers.Builder headers = message.headers().toBuilder();
        headers.put(ReservedHeaders.DEAD_LETTER, EnvelopeJson.writeHeaders(fields));
        return message.toBuilder().headers(headers.build()).build();
    }

    DeadLetter restore(DeadLetter again) {
        return new DeadLetter(
                entryId, again.form(), original(again.envelope()), again.sourceId(), again.routeId(), again.binding(),
                again.address(), again.category(), again.code(), again.reason(), firstFailure, again.lastFailure(),
                attempts + again.attempts(), DeadLetter.joined(history, again.history()), audit);
    }

    private Envelope original(Envelope redriven) {
        Headers.Builder headers = redriven.headers().toBuilder().remove(ReservedHeaders.DEAD_LETTER)
                .remove(ReservedHeaders.CAUSATION_ID);
        if (!causationId.isEmpty()) {
            headers.put(ReservedHeaders.CAUSATION_ID, causationId);
        }
        return Envelope.withId(messageId).subject(redriven.subject()).payload(redriven.payload()).headers(headers.build())
                .createdAt(redriven.createdAt()).expiresAt(redriven.expiresAt().orElse(null)).identity(redriven.identity())
                .build();
    }
}
