package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What goes through which sender when routes of one binding come and go. */
class SharedSenderTest {

    private final RecordingSender target = new RecordingSender();
    private final HangingSender hanging = new HangingSender(target);
    private final RecordingSender other = new RecordingSender();
    private final GuardedSender first = guarded(hanging);
    private final GuardedSender second = guarded(other);
    private final SharedSender senders = new SharedSender(first);

    private static GuardedSender guarded(Sender sender) {
        return new GuardedSender("out", sender, Duration.ZERO, new SettableClock());
    }

    private CompletionStage<Void> send(String id) {
        return senders.send(new OutboundMessage(Envelope.withId(id).createdAt(Instant.EPOCH).build(), ""));
    }

    @Test
    void shouldLetASenderGoWhenItsSendsHaveEnded() {
        senders.add(second);
        CompletionStage<Void> underWay = send("m1");

        CompletionStage<Void> removed = senders.remove(first);
        CompletionStage<Void> later = send("m2");

        assertThat(removed).isNotDone();
        assertThat(later).isCompleted();
        assertThat(other.ids()).containsExactly("m2");
        hanging.letOneGo();
        assertThat(underWay).isCompleted();
        assertThat(removed).isCompleted();
    }

    @Test
    void shouldLetASenderGoAtOnceThatSendsNothing() {
        senders.add(second);

        assertThat(senders.remove(second)).isCompleted();

        assertThat(send("m1")).isNotDone();
        assertThat(other.ids()).isEmpty();
    }

    @Test
    void shouldKeepASenderThatAnotherRouteUsesToo() {
        senders.add(first);
        senders.add(second);

        assertThat(senders.remove(first)).isCompleted();

        assertThat(send("m1")).isNotDone();
        assertThat(other.ids()).isEmpty();
    }
}
