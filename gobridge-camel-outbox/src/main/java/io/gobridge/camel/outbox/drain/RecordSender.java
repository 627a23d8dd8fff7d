package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.outbox.record.DurableForm;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.transport.OutboundMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings one record to its end: sent, to be sent again, or a dead letter. Thread-safe. */
final class RecordSender {

    private static final Logger LOG = LoggerFactory.getLogger(RecordSender.class);

    private final String binding;
    private final SharedSender sender;
    private final DeadRecords deadRecords;
    private final DrainSettings settings;
    private final Failures failures;
    private final RandomGenerator random;
    private final TargetPause pause;

    RecordSender(String binding, SharedSender sender, DrainSettings settings, BindingDrain.Site site, TargetPause pause) {
        this.binding = binding;
        this.sender = sender;
        this.deadRecords = new DeadRecords(binding, site.deadLetters(), site.scheduler());
        this.settings = settings;
        this.failures = site.failures();
        this.random = site.random();
        this.pause = pause;
    }

    /** Sends the record; now is the database's time. The stage never fails, whatever is thrown on the way. */
    CompletionStage<Verdict> send(StoredRecord record, long now) {
        try {
            return sendOrBury(record, now).exceptionally(error -> broken(record, error));
        } catch (RuntimeException | Error e) {
            return CompletableFuture.completedFuture(broken(record, e));
        }
    }

    private Verdict broken(StoredRecord record, Throwable error) {
        LOG.error("binding={} id={}: sending failed in a way that nobody expects; the binding pauses", binding,
                record.messageId(), error);
        return paused(Optional.empty(), "sending failed: " + error.getClass().getName());
    }

    private CompletionStage<Verdict> sendOrBury(StoredRecord record, long now) {
        OutboundMessage message;
        try {
            message = decoded(record);
        } catch (BridgeException e) {
            return buried(deadRecords.writeRaw(record, e, now), record, DeadLetterCategory.REJECTED, e);
        }
        if (record.expiresAt() != 0 && record.expiresAt() < now) {
            return expired(record, message.envelope(), now);
        }
        return sender.send(sent(message)).handle((accepted, error) -> {
            if (error == null) {
                pause.sent();
                return CompletableFuture.completedFuture(Verdict.COMPLETED);
            }
            return failed(record, message.envelope(), failures.of(Failures.unwrapped(error)), now);
        }).thenCompose(verdict -> verdict);
    }

    /** Where a redriven message comes from is for its dead letter, and for nobody else. */
    private static OutboundMessage sent(OutboundMessage message) {
        Headers headers = message.envelope().headers();
        return headers.contains(ReservedHeaders.DEAD_LETTER)
                ? new OutboundMessage(
                        message.envelope().toBuilder().headers(headers.without(ReservedHeaders.DEAD_LETTER::equals)).build(),
                        message.address())
                : message;
    }

    private static OutboundMessage decoded(StoredRecord record) {
        String what = "Record " + record.recordId() + " at place " + record.seq() + " of the outbox";
        if (record.format() != NewRecord.FORMAT) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD, what + " has format " + record.format()
                                                                  + ", and this version reads format " + NewRecord.FORMAT
                                                                  + "; it becomes a dead letter");
        }
        if (record.address() == null) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD, what + " has no address; it becomes a dead letter");
        }
        try {
            return new OutboundMessage(DurableForm.read(record.encoded().shared()), record.address());
        } catch (RuntimeException e) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD, what + " cannot be read; it becomes a dead letter", e);
        }
    }

    private CompletionStage<Verdict> expired(StoredRecord record, Envelope envelope, long now) {
        BridgeException why = BridgeException.of(FailureCode.MESSAGE_EXPIRED,
                "Message " + envelope.id() + " expired in the outbox before binding '" + binding + "' took it");
        return switch (settings.onExpired()) {
            case DROP -> CompletableFuture.completedFuture(Verdict.COMPLETED);
            case DEAD_LETTER -> buried(
                    deadRecords.write(record, envelope, DeadLetterCategory.EXPIRED, why, now), record,
                    DeadLetterCategory.EXPIRED, why);
        };
    }

    private CompletionStage<Verdict> failed(StoredRecord record, Envelope envelope, BridgeException failure, long now) {
        return switch (failure.kind()) {
            case TRANSIENT -> transientFailure(record, envelope, failure, now);
            case PERMANENT -> failure.scope() == FailureScope.TARGET
                    ? CompletableFuture.completedFuture(targetDown(failure))
                    : dead(record, envelope, DeadLetterCategory.PERMANENT, failure, now);
            case REJECTED -> dead(record, envelope, DeadLetterCategory.REJECTED, failure, now);
            case EXPIRED -> expired(record, envelope, now);
            case FILTERED -> CompletableFuture.completedFuture(Verdict.COMPLETED);
            case FENCED -> CompletableFuture.completedFuture(Verdict.UNSENT);
        };
    }

    private CompletionStage<Verdict> transientFailure(
            StoredRecord record, Envelope envelope, BridgeException failure, long now) {
        if (failure.scope() == FailureScope.TARGET) {
            return CompletableFuture.completedFuture(targetDown(failure));
        }
        int replays = record.replays() + 1;
        if (isPoison(replays, record.firstAttemptAt(), now)) {
            return dead(record, envelope, DeadLetterCategory.MAX_RETRIES, failure, now);
        }
        Duration wait = failure.retryAfter().orElseGet(() -> settings.backoff().delay(replays, random));
        return CompletableFuture.completedFuture(Verdict.replayed(wait, String.valueOf(failure.getMessage())));
    }

    private boolean isPoison(int replays, long firstAttemptAt, long now) {
        return replays > settings.maxReplayAttempts() && firstAttemptAt != 0
                && now - firstAttemptAt >= settings.replayBudget().toMillis();
    }

    private Verdict targetDown(BridgeException failure) {
        return paused(failure.retryAfter(), failure.getMessage());
    }

    private Verdict paused(Optional<Duration> asked, String why) {
        return Verdict.targetDown(pause.pause(asked, count -> settings.backoff().delay(count, random), why), why);
    }

    private CompletionStage<Verdict> dead(
            StoredRecord record, Envelope envelope, DeadLetterCategory category, BridgeException failure, long now) {
        return buried(deadRecords.write(record, envelope, category, failure, now), record, category, failure);
    }

    /** The record is kept until its dead letter is: the same entry twice is one entry. */
    private CompletionStage<Verdict> buried(
            CompletionStage<Void> writing, StoredRecord record, DeadLetterCategory category, BridgeException why) {
        return writing.handle((written, error) -> {
            if (error == null) {
                LOG.warn("binding={} id={}: dead letter, category={} code={}: {}", binding, record.messageId(),
                        category.label(), why.code(), why.getMessage());
                return Verdict.COMPLETED;
            }
            LOG.warn("binding={} id={}: the dead-letter store did not take the record, which stays in the outbox: {}", binding,
                    record.messageId(), error.getClass().getName());
            LOG.debug("Why the dead-letter store did not take the record", error);
            return paused(Optional.empty(), "the dead-letter store does not take records");
        });
    }
}
