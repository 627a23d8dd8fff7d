package io.gobridge.camel.testkit.contract;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.gobridge.camel.deadletter.AuditLine;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterArchive;
import io.gobridge.camel.deadletter.DeadLetterFilter;
import io.gobridge.camel.deadletter.DeadLetterPage;
import io.gobridge.camel.deadletter.DeadLetterSummary;
import io.gobridge.camel.deadletter.MessageForm;
import io.gobridge.camel.deadletter.RedriveFailure;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What a store of dead letters has to do that can be operated on. A store's own test says how it is opened; others may
 * use the same store meanwhile.
 */
public abstract class DeadLetterStoreContract {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.123Z");

    private final String route = "route-" + UUID.randomUUID();
    private final DeadLetterFilter here = DeadLetterFilter.ALL.withRoute(route);
    private DeadLetterArchive store;

    /** Opens the store. */
    protected abstract DeadLetterArchive open();

    @BeforeEach
    final void openStore() {
        store = open();
    }

    @Test
    final void shouldGiveBackAllOfAnEntry() {
        byte[] bytes = new byte[256];
        IntStream.range(0, 256).forEach(i -> bytes[i] = (byte) i);
        Envelope message = Envelope.withId("m1").subject("s").payload(Payload.copyOf(bytes)).createdAt(NOON.minusSeconds(9))
                .expiresAt(NOON.plusSeconds(9)).identity(new Identity("i", "d", "o"))
                .headers(Headers.builder().put("text", "\u00e4\u20ac\ud83d\ude00").put("number", 5L).build()).build();
        DeadLetter entry = new DeadLetter(
                message, "in", route, "out", "to/where", DeadLetterCategory.POISON, FailureCode.TIMEOUT, "too slow \u20ac",
                NOON,
                NOON.plusMillis(7), 2, List.of(run(1), run(2))).withForm(MessageForm.OUTGOING).with(line("looked at"));

        await(store.write(entry));

        assertThat(await(store.get(entry.id()))).contains(entry);
        assertThat(page(here, "", 10).entries()).containsExactly(DeadLetterSummary.of(entry));
    }

    @Test
    final void shouldKeepAMessageWithoutAPayload() {
        DeadLetter absent = entry("absent", DeadLetterCategory.REJECTED, 0, Payload.ABSENT);
        DeadLetter empty = entry("empty", DeadLetterCategory.REJECTED, 0, Payload.EMPTY);

        await(store.write(absent));
        await(store.write(empty));

        assertThat(stored(absent).envelope().payload().isAbsent()).isTrue();
        assertThat(stored(empty).envelope().payload()).isEqualTo(Payload.EMPTY);
    }

    @Test
    final void shouldKeepTheSameEventOnce() {
        DeadLetter entry = entry("m1", DeadLetterCategory.PERMANENT, 0);

        await(store.write(entry));
        await(store.write(entry));

        assertThat(ids(here)).containsExactly(entry.id());
        assertThat(stored(entry)).isEqualTo(entry);
    }

    /** F67. */
    @Test
    final void shouldAddASecondFailureToTheSameEntry() {
        DeadLetter entry = entry("m1", DeadLetterCategory.POISON, 0);
        await(store.write(entry));
        FailedRun second = run(60);

        await(store.write(entry.failedAgain(
                new RedriveFailure(DeadLetterCategory.REJECTED, second.code(), second.reason(), 1, List.of(second)),
                NOON.plusSeconds(60))));

        DeadLetter merged = stored(entry);
        assertThat(ids(here)).containsExactly(entry.id());
        assertThat(merged.history()).containsExactly(entry.history().get(0), second);
        assertThat(merged.attempts()).isEqualTo(entry.attempts() + 1);
        assertThat(merged.category()).isEqualTo(DeadLetterCategory.REJECTED);
        assertThat(merged.firstFailure()).isEqualTo(entry.firstFailure());
        assertThat(merged.lastFailure()).isEqualTo(NOON.plusSeconds(60));
        assertThat(merged.envelope()).isEqualTo(entry.envelope());
    }

    @Test
    final void shouldMergeWhatIsWrittenAtTheSameTime() {
        DeadLetter entry = entry("m1", DeadLetterCategory.POISON, 0);
        List<CompletableFuture<Void>> writes = new ArrayList<>();

        IntStream.rangeClosed(1, 10).forEach(i -> writes.add(store.write(
                entry.failedAgain(RedriveFailure.ofRun(DeadLetterCategory.POISON, run(i * 10)), NOON.plusSeconds(i)))
                .toCompletableFuture()));
        writes.forEach(CompletableFuture::join);

        assertThat(ids(here)).hasSize(1);
        assertThat(stored(entry).history()).hasSize(11);
        assertThat(stored(entry).lastFailure()).isEqualTo(NOON.plusSeconds(10));
    }

    @Test
    final void shouldFilterByRouteCategoryAndTime() {
        DeadLetter poison = entry("poison", DeadLetterCategory.POISON, 10);
        DeadLetter early = entry("early", DeadLetterCategory.REJECTED, 20);
        DeadLetter late = entry("late", DeadLetterCategory.REJECTED, 30);
        List.of(poison, early, late).forEach(entry -> await(store.write(entry)));

        assertThat(ids(here)).containsExactly(poison.id(), early.id(), late.id());
        assertThat(ids(here.withRoute(route + "-other"))).isEmpty();
        assertThat(ids(here.withCategory(DeadLetterCategory.REJECTED))).containsExactly(early.id(), late.id());
        assertThat(ids(here.withFrom(NOON.plusSeconds(20)))).containsExactly(early.id(), late.id());
        assertThat(ids(here.withTo(NOON.plusSeconds(30)))).containsExactly(poison.id(), early.id());
        assertThat(ids(here.withFrom(Instant.MIN).withTo(Instant.MAX))).hasSize(3);
        assertThat(ids(DeadLetterFilter.ALL)).contains(poison.id(), early.id(), late.id());
    }

    @Test
    final void shouldPageWhileEntriesComeAndGo() {
        List<DeadLetter> entries = IntStream.range(0, 7)
                .mapToObj(i -> entry("m" + i, DeadLetterCategory.POISON, 10 - i)).toList();
        entries.forEach(entry -> await(store.write(entry)));

        DeadLetterPage first = page(here, "", 3);
        await(store.delete(entries.get(1).id()));
        await(store.delete(entries.get(4).id()));
        await(store.write(entries.get(0).failedAgain(
                RedriveFailure.ofRun(DeadLetterCategory.POISON, run(99)), NOON.plusSeconds(99))));
        DeadLetterPage second = page(here, first.next(), 3);

        assertThat(first.entries()).extracting(DeadLetterSummary::messageId).containsExactly("m0", "m1", "m2");
        assertThat(second.entries()).extracting(DeadLetterSummary::messageId).containsExactly("m3", "m5", "m6");
        assertThat(second.next()).isEmpty();
    }

    @Test
    final void shouldSayThatThereIsNoMoreWhenThePageIsJustFull() {
        await(store.write(entry("m0", DeadLetterCategory.POISON, 0)));
        await(store.write(entry("m1", DeadLetterCategory.POISON, 0)));

        assertThat(page(here, "", 2).next()).isEmpty();
    }

    @Test
    final void shouldRefuseAPageThatIsNoneOfItsOwn() {
        assertThatThrownBy(() -> await(store.list(here, "nonsense", 1))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nonsense");
    }

    @Test
    final void shouldAddAuditLines() {
        DeadLetter entry = entry("m1", DeadLetterCategory.POISON, 0);
        await(store.write(entry));

        assertThat(await(store.annotate(entry.id(), line("first")))).isTrue();
        assertThat(await(store.annotate(entry.id(), line("second")))).isTrue();
        assertThat(await(store.annotate("unknown", line("third")))).isFalse();

        assertThat(stored(entry).audit()).extracting(AuditLine::action).containsExactly("first", "second");
        assertThat(stored(entry).history()).isEqualTo(entry.history());
    }

    @Test
    final void shouldDelete() {
        DeadLetter entry = entry("m1", DeadLetterCategory.POISON, 0);
        await(store.write(entry));

        assertThat(await(store.delete(entry.id()))).isTrue();
        assertThat(await(store.delete(entry.id()))).isFalse();

        assertThat(await(store.get(entry.id()))).isEmpty();
        assertThat(ids(here)).isEmpty();
    }

    @Test
    final void shouldHaveNothingUnderTextsThatAreNoIds() {
        for (String odd : List.of("", "a\u0000b", "\u20ac", "\ud83d\ude00", "\ud83d", "a".repeat(100_000))) {
            assertThat(await(store.get(odd))).isEmpty();
            assertThat(await(store.annotate(odd, line("looked at")))).isFalse();
            assertThat(await(store.delete(odd))).isFalse();
            assertThat(ids(DeadLetterFilter.ALL.withRoute("odd" + odd))).isEmpty();
        }
    }

    @Test
    final void shouldNotDeleteWhatFailedAgainMeanwhile() {
        DeadLetter read = entry("m1", DeadLetterCategory.POISON, 0);
        await(store.write(read));
        await(store.write(read.failedAgain(RedriveFailure.ofRun(DeadLetterCategory.POISON, run(5)), NOON.plusSeconds(5))));

        assertThat(await(store.deleteUnlessFailedAgain(read))).isFalse();
        assertThat(await(store.deleteUnlessFailedAgain(stored(read)))).isTrue();
        assertThat(await(store.deleteUnlessFailedAgain(read))).isFalse();
        assertThat(ids(here)).isEmpty();
    }

    /** Two nodes that read the same entry and failed with it count to the same number. */
    @Test
    final void shouldNotDeleteWhatFailedLaterInAsManyAttempts() {
        DeadLetter read = entry("m1", DeadLetterCategory.POISON, 0);
        await(store.write(read));
        await(store.write(entry("m1", DeadLetterCategory.POISON, 5)));

        assertThat(stored(read).attempts()).isEqualTo(read.attempts());
        assertThat(await(store.deleteUnlessFailedAgain(read))).isFalse();
        assertThat(ids(here)).containsExactly(read.id());
        assertThat(await(store.deleteUnlessFailedAgain(stored(read)))).isTrue();
    }

    private DeadLetter entry(String id, DeadLetterCategory category, int secondsAfterNoon) {
        return entry(id, category, secondsAfterNoon, Payload.ofText(id));
    }

    private DeadLetter entry(String id, DeadLetterCategory category, int secondsAfterNoon, Payload payload) {
        Envelope message = Envelope.withId(id).payload(payload).createdAt(NOON).build();
        Instant last = NOON.plusSeconds(secondsAfterNoon);
        return new DeadLetter(
                message, "in", route, "", "", category, FailureCode.UNKNOWN, "failed", NOON, last, 1, List.of(run(0)));
    }

    private static FailedRun run(int secondsAfterNoon) {
        return new FailedRun(NOON.plusSeconds(secondsAfterNoon), FailureCode.TIMEOUT, "run " + secondsAfterNoon);
    }

    private static AuditLine line(String action) {
        return new AuditLine(NOON, "somebody", action);
    }

    private DeadLetter stored(DeadLetter entry) {
        Optional<DeadLetter> stored = await(store.get(entry.id()));
        return stored.orElseThrow();
    }

    private List<String> ids(DeadLetterFilter filter) {
        return page(filter, "", 1000).entries().stream().map(DeadLetterSummary::id).toList();
    }

    private DeadLetterPage page(DeadLetterFilter filter, String after, int size) {
        return await(store.list(filter, after, size));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
