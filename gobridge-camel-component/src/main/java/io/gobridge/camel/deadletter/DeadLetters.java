package io.gobridge.camel.deadletter;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

import io.gobridge.camel.envelope.Envelope;

/**
 * Looks at dead letters and deals with them: list, get, redrive, delete. Thread-safe.
 *
 * <p>
 * A redrive sends the message under a new id with the old one as its causation id; the correlation id stays. The entry
 * is deleted after a confirmed delivery only; for {@code deliveryMode=shared_outbox} that is the outbox's commit. A
 * message that is filtered, expires or fails again leaves the entry where it is, with the new failures behind the old
 * ones. Where a redrive goes is taken from the entry.
 */
public final class DeadLetters {

    /** Most entries of a page, and most that one call redrives. */
    public static final int MOST_AT_ONCE = 1000;

    private final DeadLetterArchive archive;
    private final Redrives redrives;

    /**
     * Works on the archive.
     *
     * @param redriver takes messages on their way again
     * @param clock    says when something was done
     * @param random   makes the ids of redriven messages; thread-safe
     */
    public DeadLetters(DeadLetterArchive archive, Redriver redriver, Clock clock, RandomGenerator random) {
        this.archive = archive;
        this.redrives = new Redrives(archive, redriver, clock, random);
    }

    /**
     * Lists entries without their payloads, oldest first.
     *
     * @param  after                    {@link DeadLetterPage#next()} of the page before; empty for the first page
     * @param  size                     most entries of the page, from 1 to {@value #MOST_AT_ONCE}
     * @throws IllegalArgumentException when size or after is out of its bounds
     */
    public CompletionStage<DeadLetterPage> list(DeadLetterFilter filter, String after, int size) {
        return archive.list(filter, after, checked(size));
    }

    /** Returns the entry with its payload; empty when there is none. */
    public CompletionStage<Optional<DeadLetter>> get(String id) {
        return archive.get(id);
    }

    /**
     * Redrives one entry. The stage completes with how that ended, also when the store did not answer.
     *
     * @param actor who asks for it, for the entry's audit lines
     */
    public CompletionStage<RedriveResult> redrive(String id, String actor) {
        return redrive(id, RedriveEdit.NONE, actor);
    }

    /** Redrives one entry with changes, which the entry's audit lines name; the entry itself is not changed. */
    public CompletionStage<RedriveResult> redrive(String id, RedriveEdit edit, String actor) {
        return redrives.redrive(id, edit, actor).exceptionally(error -> Redrives.unanswered(id, error));
    }

    /**
     * Redrives entries one after the other, in this order. Each has its own result; one that fails stops nothing.
     *
     * @throws IllegalArgumentException when there are more than {@value #MOST_AT_ONCE}
     */
    public CompletionStage<List<RedriveResult>> redriveAll(List<String> ids, String actor) {
        if (ids.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException(ids.size() + " ids; allowed are " + MOST_AT_ONCE + " at once");
        }
        List<RedriveResult> results = new ArrayList<>();
        CompletionStage<Void> before = CompletableFuture.completedFuture(null);
        for (String id : ids) {
            before = before.thenCompose(done -> redrive(id, actor)).thenAccept(results::add);
        }
        return before.thenApply(done -> List.copyOf(results));
    }

    /**
     * Redrives the entries that the filter chooses now, oldest first.
     *
     * @param  limit                    most entries, from 1 to {@value #MOST_AT_ONCE}
     * @throws IllegalArgumentException when the limit is out of its bounds
     */
    public CompletionStage<List<RedriveResult>> redriveAll(DeadLetterFilter filter, int limit, String actor) {
        // All ids at first: an entry that comes back anew must not be redriven in the same call for ever.
        return archive.list(filter, "", checked(limit)).thenCompose(
                page -> redriveAll(page.entries().stream().map(DeadLetterSummary::id).toList(), actor));
    }

    /** Deletes the entry and its message; false when there was none. */
    public CompletionStage<Boolean> delete(String id) {
        return archive.delete(id);
    }

    /** Marks a message that an outbox is to keep for a redrive, so that a later failure returns to the same entry. */
    public static Envelope marked(Envelope message, DeadLetter entry) {
        return Origin.of(entry).mark(message);
    }

    private static int checked(int size) {
        if (size < 1 || size > MOST_AT_ONCE) {
            throw new IllegalArgumentException("size=" + size + "; allowed are 1 to " + MOST_AT_ONCE);
        }
        return size;
    }
}
