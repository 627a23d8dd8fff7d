package io.gobridge.camel;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EndpointDeadLetterStoreTest {

    private final List<OutboundMessage> sent = new ArrayList<>();
    private final EndpointDeadLetterStore unit = new EndpointDeadLetterStore(new ListSender());

    @Test
    void shouldWriteAReasonThatEveryBrokerTakes() {
        unit.write(entry("x".repeat(999) + "\ud83d\ude00"));
        unit.write(entry("half \ud83d"));

        assertThat(sent).hasSize(2).allSatisfy(message -> {
            String reason = message.envelope().headers().text("gobridge.dead-letter.reason").orElseThrow();
            assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(reason)).isTrue();
            assertThat(reason.length()).isLessThanOrEqualTo(1000);
        });
    }

    private static DeadLetter entry(String reason) {
        Envelope envelope = Envelope.withId("m").createdAt(Instant.EPOCH).build();
        return new DeadLetter(
                envelope, "in", "route", "", "", DeadLetterCategory.PERMANENT, FailureCode.INTERNAL, reason,
                Instant.EPOCH, Instant.EPOCH, 0, List.of());
    }

    /** Keeps what it is given. */
    private final class ListSender implements Sender {

        @Override
        public CompletionStage<Void> send(OutboundMessage message) {
            sent.add(message);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void cancel(OutboundMessage message) {
            // A send is over before anybody could cancel it.
        }

        @Override
        public CompletionStage<Void> close() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public TransportHealth health() {
            return TransportHealth.UP;
        }
    }
}
