package io.gobridge.camel.deadletter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Keeps dead letters in this process: for tests and for examples, since they are gone when it ends. Thread-safe. */
public final class MemoryDeadLetterStore implements DeadLetterArchive {

    private final Map<String, Place> entries = new LinkedHashMap<>();
    private long places;

    @Override
    public synchronized CompletionStage<Void> write(DeadLetter entry) {
        Place known = entries.get(entry.id());
        if (known == null) {
            entries.put(entry.id(), new Place(++places, entry));
        } else {
            replace(known, known.entry().merged(entry));
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Returns the entries in the order in which they were written. */
    public synchronized List<DeadLetter> entries() {
        return entries.values().stream().map(Place::entry).toList();
    }

    @Override
    public synchronized CompletionStage<DeadLetterPage> list(DeadLetterFilter filter, String after, int size) {
        long last = place(after);
        List<Place> found = entries.values().stream()
                .filter(place -> place.number() > last && filter.accepts(place.entry())).limit(size + 1L).toList();
        List<DeadLetterSummary> page = new ArrayList<>();
        found.stream().limit(size).forEach(place -> page.add(DeadLetterSummary.of(place.entry())));
        String next = found.size() > size ? Long.toString(found.get(size - 1).number()) : "";
        return CompletableFuture.completedFuture(new DeadLetterPage(page, next));
    }

    @Override
    public synchronized CompletionStage<Optional<DeadLetter>> get(String id) {
        return CompletableFuture.completedFuture(Optional.ofNullable(entries.get(id)).map(Place::entry));
    }

    @Override
    public synchronized CompletionStage<Boolean> annotate(String id, AuditLine line) {
        Place known = entries.get(id);
        if (known != null) {
            replace(known, known.entry().with(line));
        }
        return CompletableFuture.completedFuture(known != null);
    }

    @Override
    public synchronized CompletionStage<Boolean> delete(String id) {
        return CompletableFuture.completedFuture(entries.remove(id) != null);
    }

    @Override
    public synchronized CompletionStage<Boolean> deleteUnlessFailedAgain(DeadLetter read) {
        Place known = entries.get(read.id());
        boolean isSame = known != null && known.entry().attempts() == read.attempts()
                && known.entry().lastFailure().equals(read.lastFailure());
        if (isSame) {
            entries.remove(read.id());
        }
        return CompletableFuture.completedFuture(isSame);
    }

    private void replace(Place known, DeadLetter entry) {
        entries.put(entry.id(), new Place(known.number(), entry));
    }

    private static long place(String after) {
        try {
            return after.isEmpty() ? 0 : Long.parseLong(after);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("There is no page after '" + after + "'", e);
        }
    }

    /** An entry and its place in the order of first writes. */
    private record Place(long number, DeadLetter entry) {
    }
}
