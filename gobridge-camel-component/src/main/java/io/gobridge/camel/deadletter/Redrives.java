package io.gobridge.camel.deadletter;

import java.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * Redrives single entries. Thread-safe.
 *
 * <ol>
 * <li>the entry is read, and a line says that it is redriven, and with what edit
 * <li>the message goes on its way under a new id, with the old one as its causation id
 * <li>delivered: the entry is deleted, unless it failed again meanwhile
 * <li>failed: the entry stays, with the new failures behind the old ones
 * </ol>
 */
final class Redrives {

    private static final int ID_BYTES = 16;

    private final DeadLetterArchive archive;
    private final Redriver redriver;
    private final Clock clock;
    private final RandomGenerator random;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    Redrives(DeadLetterArchive archive, Redriver redriver, Clock clock, RandomGenerator random) {
        this.archive = archive;
        this.redriver = redriver;
        this.clock = clock;
        this.random = random;
    }

    CompletionStage<RedriveResult> redrive(String id, RedriveEdit edit, String actor) {
        if (!underWay.add(id)) {
            return CompletableFuture.completedFuture(RedriveResult.failed(id, FailureCode.DUPLICATE_IN_PROGRESS.name(),
                    "the dead letter is being redriven already"));
        }
        return CompletableFuture.completedFuture(id).thenCompose(archive::get)
                .thenCompose(entry -> entry.isEmpty()
                        ? CompletableFuture.completedFuture(RedriveResult.notFound(id))
                        : redrive(entry.get(), edit, actor))
                .whenComplete((result, error) -> underWay.remove(id));
    }

    private CompletionStage<RedriveResult> redrive(DeadLetter entry, RedriveEdit edit, String actor) {
        if (entry.form() == MessageForm.UNREADABLE && edit.body().isEmpty()) {
            return CompletableFuture.completedFuture(RedriveResult.failed(entry.id(), FailureCode.INVALID_PAYLOAD.name(),
                    "nobody could read the message; redrive it with an edited body"));
        }
        Envelope message;
        try {
            message = edit.apply(renewed(entry.envelope()));
        } catch (IllegalArgumentException e) {
            return CompletableFuture
                    .completedFuture(RedriveResult.failed(entry.id(), FailureCode.INVALID_HEADER.name(), e.getMessage()));
        }
        String changes = edit.describe();
        AuditLine line = new AuditLine(
                clock.instant(), actor, "redriven as " + message.id() + (changes.isEmpty() ? "" : " with " + changes));
        return archive.annotate(entry.id(), line)
                .thenCompose(isThere -> isThere
                        ? send(entry.with(line), message)
                        : CompletableFuture.completedFuture(RedriveResult.notFound(entry.id())));
    }

    private CompletionStage<RedriveResult> send(DeadLetter entry, Envelope message) {
        DeadLetter readable = entry.form() == MessageForm.UNREADABLE ? entry.withForm(formOf(entry)) : entry;
        return redriver.redrive(readable, message)
                .thenCompose(failure -> failure.isEmpty() ? delivered(entry) : failed(entry, failure.get()));
    }

    /** What an outbox could not read has a binding; what a source could not read has not come that far. */
    private static MessageForm formOf(DeadLetter unreadable) {
        return unreadable.binding().isEmpty() ? MessageForm.RECEIVED : MessageForm.OUTGOING;
    }

    private CompletionStage<RedriveResult> delivered(DeadLetter entry) {
        return archive.deleteUnlessFailedAgain(entry)
                .thenCompose(isGone -> isGone
                        ? CompletableFuture.completedFuture(RedriveResult.delivered(entry.id()))
                        : archive.get(entry.id()).thenApply(left -> afterDelivery(entry, left)))
                .exceptionally(error -> new RedriveResult(
                        entry.id(), RedriveResult.Ending.DELIVERED, "",
                        "delivered, but the store did not delete the entry; delete it, a redrive would send it again"));
    }

    /** An outbox that took the message may have failed to send it before the entry was deleted. */
    private static RedriveResult afterDelivery(DeadLetter entry, Optional<DeadLetter> left) {
        return left.map(again -> RedriveResult.failed(entry.id(), again.code().name(), again.reason()))
                .orElseGet(() -> RedriveResult.delivered(entry.id()));
    }

    private CompletionStage<RedriveResult> failed(DeadLetter entry, RedriveFailure failure) {
        RedriveResult result = RedriveResult.failed(entry.id(), failure.code().name(), failure.reason());
        return failure.attempts() == 0
                ? CompletableFuture.completedFuture(result)
                : noted(entry.failedAgain(failure, clock.instant())).handle((written, error) -> error == null
                        ? result
                        : RedriveResult.failed(entry.id(), failure.code().name(),
                                failure.reason() + "; the store did not take note of it, the entry stays as it was"));
    }

    /** What somebody deleted meanwhile, or another node delivered, must not come back. */
    private CompletionStage<Void> noted(DeadLetter again) {
        return archive.get(again.id()).thenCompose(
                left -> left.isPresent() ? archive.write(again) : CompletableFuture.completedFuture(null));
    }

    /** A new id, or what removes duplicates would take the message for the one that failed. */
    private Envelope renewed(Envelope message) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        Headers headers = message.headers().toBuilder().put(ReservedHeaders.CAUSATION_ID, message.id()).build();
        return Envelope.withId(HexFormat.of().formatHex(id)).subject(message.subject()).payload(message.payload())
                .headers(headers).createdAt(message.createdAt()).expiresAt(message.expiresAt().orElse(null))
                .identity(message.identity()).build();
    }

    /** Says what kept a store from answering. */
    static RedriveResult unanswered(String id, Throwable error) {
        Throwable cause = error.getCause() != null && !(error instanceof BridgeException) ? error.getCause() : error;
        return cause instanceof BridgeException failure
                ? RedriveResult.failed(id, failure.code().name(), String.valueOf(failure.getMessage()))
                : RedriveResult.failed(id, FailureCode.UNKNOWN.name(), cause.getClass().getName());
    }
}
