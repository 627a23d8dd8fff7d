package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.outbox.drain.BindingDrain;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.testkit.outbox.DrainStage;
import io.gobridge.camel.testkit.outbox.MemoryOutboxStore;
import io.gobridge.camel.testkit.outbox.Records;
import io.gobridge.camel.transport.Sender;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is forgotten and purged, and what is not; everything happens when the test moves the clock. */
class HousekeepingTest {

    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final Duration RETENTION = Duration.ofMinutes(30);

    private final SettableClock clock = new SettableClock();
    private final MemoryOutboxStore store = new MemoryOutboxStore(clock);
    private final List<Long> partitions = store.register("out", 1);
    private final RecordingSender target = new RecordingSender();
    private BindingDrain drain;

    @BeforeEach
    void cleanRegularly() {
        Housekeeping housekeeping
                = new Housekeeping(store, WINDOW, RETENTION, () -> drain == null ? List.of() : drain.partitions());
        new RepeatedTask(clock, Runnable::run, housekeeping.interval(), housekeeping::clean).start();
    }

    private void send(Sender sender) {
        drain = new DrainStage(clock, "out", store, store).leaseTtl(Duration.ofSeconds(15)).keepCompleted()
                .start("node", sender, Runnable::run);
    }

    private void persist(String prefix, int messages) {
        List<NewRecord> records = IntStream.range(0, messages)
                .mapToObj(i -> Records.record(partitions.get(0), Records.message(prefix + "-" + i))).toList();
        store.persist(records, OutboxTransaction.OWN);
    }

    @Test
    void shouldKnowLittleMoreThanTheMessagesOfOneWindow() {
        send(target);
        int perMinute = 300;

        for (int minute = 0; minute < 60; minute++) {
            persist("m" + minute, perMinute);
            clock.advance(Duration.ofMinutes(1));

            assertThat(store.known()).isLessThanOrEqualTo(perMinute * 11);
        }
        assertThat(store.known()).isGreaterThanOrEqualTo(perMinute * 9);
        assertThat(target.count()).isEqualTo(60 * perMinute);
        assertThat(store.count(partitions, 10)).isZero();
    }

    @Test
    void shouldForgetAllOfABurstInPortions() {
        send(target);
        persist("burst", 25_000);

        clock.advance(WINDOW.plusMinutes(1));

        assertThat(store.known()).isZero();
    }

    @Test
    void shouldPurgeWhatWasCompletedAfterItsRetention() {
        send(target);
        persist("m", 2_500);

        clock.advance(RETENTION.minusMinutes(1));
        assertThat(store.completed()).isEqualTo(2_500);
        clock.advance(Duration.ofMinutes(2));

        assertThat(store.completed()).isZero();
    }

    /** Another node, or an earlier start of this one, may have kept them for longer. */
    @Test
    void shouldPurgeNothingWithoutARetention() {
        Housekeeping without = new Housekeeping(store, WINDOW, Duration.ZERO, () -> partitions);
        send(target);
        persist("m", 10);
        clock.advance(Duration.ofMinutes(1));

        without.clean();

        assertThat(store.completed()).isEqualTo(10);
    }

    @Test
    void shouldLeaveOtherNodesTheirPartitions() {
        persist("m", 10);

        clock.advance(WINDOW.multipliedBy(2));

        assertThat(store.known()).isEqualTo(10);
    }

    /** F32. */
    @Test
    void shouldNotTouchARecordWhoseSendIsBlocked() {
        HangingSender blocked = new HangingSender(target);
        send(blocked);
        persist("m", 1);

        clock.advance(RETENTION.multipliedBy(3));

        assertThat(blocked.hanging()).isOne();
        assertThat(store.known()).isZero();
        assertThat(store.count(partitions, 10)).isOne();
        assertThat(blocked.letOneGo()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(store.count(partitions, 10)).isZero();
        assertThat(target.ids()).containsExactly("m-0");
    }

    @Test
    void shouldCleanOftenEnoughForItsWindow() {
        assertThat(new Housekeeping(store, Duration.ofHours(1), RETENTION, List::of).interval())
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(new Housekeeping(store, Duration.ofSeconds(50), RETENTION, List::of).interval())
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(new Housekeeping(store, Duration.ZERO, RETENTION, List::of).interval()).isEqualTo(Duration.ofSeconds(1));
    }
}
