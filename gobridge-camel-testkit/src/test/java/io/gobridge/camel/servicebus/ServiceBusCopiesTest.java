package io.gobridge.camel.servicebus;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.servicebus.ServiceBusEnds.Source;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.servicebus.EntityDepth;
import io.gobridge.camel.testkit.servicebus.EntityOptions;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.testkit.servicebus.SettlementCall;
import io.gobridge.camel.transport.BatchSender;
import io.gobridge.camel.transport.OutboundMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.gobridge.camel.servicebus.ServiceBusEnds.PATIENCE;
import static io.gobridge.camel.servicebus.ServiceBusEnds.done;
import static io.gobridge.camel.servicebus.ServiceBusEnds.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Long waits as scheduled copies, which a source does only when it is told to. */
class ServiceBusCopiesTest {

    private static final String Q = "orders";
    private static final String COPIES = "producerOperation=scheduleMessages";
    private static final Duration LONG = Duration.ofMinutes(10);

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T12:00:00Z"));
    private final ServiceBusEmulator emulator = ServiceBusEmulator.start(clock).createQueue(Q)
            .createQueue("once", EntityOptions.DEFAULT.withDuplicateWindow(Duration.ofHours(1)));
    private final ServiceBusEnds ends = new ServiceBusEnds(emulator, clock);

    @AfterEach
    void close() {
        ends.close();
        emulator.close();
    }

    private static RuntimeException later() {
        return new IllegalStateException("later");
    }

    private Delivery putAside(Source source, int index) {
        Delivery delivery = source.take(index);
        done(delivery.retry(LONG, later()));
        source.receiver().request(1);
        clock.advance(LONG);
        return source.take(index + 1);
    }

    @Test
    void shouldHoldLongWaitsUnlessToldToSchedule() {
        ends.send(Q, "a");
        Delivery delivery = ends.receive(Q, 1).take(0);

        assertThat(delivery.capabilities().carries(LONG)).isFalse();
    }

    @Test
    void shouldCarryOnlyWhatOutlivesTheLock() {
        ends.send(Q, "a");
        Delivery delivery = ends.receive(Q, 1, COPIES).take(0);

        assertThat(delivery.capabilities().carries(LONG)).isTrue();
        assertThat(delivery.capabilities().carries(Duration.ofSeconds(10))).as("held").isFalse();
        assertThat(delivery.capabilities().carries(Duration.ofDays(30))).as("held").isFalse();
    }

    @Test
    void shouldComeBackWhenTheWaitIsOverAsTheSameMessage() {
        BatchSender target = ends.target(Q);
        OutboundMessage sent = new OutboundMessage(
                ServiceBusEnds.envelope("a").subject("orders.created")
                        .headers(Headers.of(Map.of("tenant", "north")))
                        .identity(Identity.NONE.withIdempotencyKey("k1")).build(),
                "");
        done(target.send(sent));
        Source source = ends.receive(Q, 1, COPIES);
        Delivery first = source.take(0);

        done(first.retry(LONG, later()));
        source.receiver().request(1);
        assertThat(emulator.depth(Q)).isEqualTo(new EntityDepth(0, 0, 0, 1, 0));
        clock.advance(LONG);

        Delivery second = source.take(1);
        assertThat(second.envelope().id()).isEqualTo("a");
        assertThat(second.envelope().subject()).isEqualTo("orders.created");
        assertThat(second.envelope().createdAt()).isEqualTo(first.envelope().createdAt());
        assertThat(second.envelope().identity()).isEqualTo(first.envelope().identity());
        assertThat(second.envelope().payload()).isEqualTo(first.envelope().payload());
        assertThat(second.envelope().headers().text("tenant")).contains("north");
        assertThat(second.envelope().headers().contains("gobridge.copy")).isFalse();
    }

    @Test
    void shouldNumberTheCopies() {
        ends.send(Q, "a");
        Source source = ends.receive(Q, 1, COPIES);

        putAside(source, 0);
        done(putAside(source, 1).retry(Duration.ZERO, later()));

        ServiceBusReceivedMessage wire = ends.official(Q);
        assertThat(wire.getMessageId()).isEqualTo("a#2");
        assertThat(wire.getApplicationProperties()).containsEntry("gobridge.message-id", "a");
    }

    @Test
    void shouldNotBeTakenForADuplicate() {
        ends.send("once", "a");
        Source source = ends.receive("once", 1, COPIES);

        putAside(source, 0);
        Delivery third = putAside(source, 1);

        assertThat(third.envelope().id()).isEqualTo("a");
    }

    @Test
    void shouldLeaveOneCopyToTheDetectionWhenTheLockIsLostInBetween() {
        ends.send("once", "a");
        Source source = ends.receive("once", 1, COPIES);
        Delivery first = source.take(0);
        clock.advance(Duration.ofMinutes(2));
        source.receiver().request(1);
        Delivery again = source.take(1);

        assertThat(failure(first.retry(LONG, later()))).as("its lock is over").isNotNull();
        done(again.retry(LONG, later()));
        source.receiver().request(2);
        clock.advance(LONG.multipliedBy(2));

        assertThat(source.take(2).envelope().id()).isEqualTo("a");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(emulator.depth("once").active()).isZero());
        assertThat(source.taken()).hasSize(3);
    }

    @Test
    void shouldComeBackInTimeToExpire() {
        Instant expiry = clock.instant().plusSeconds(120);
        done(ends.target(Q).send(new OutboundMessage(ServiceBusEnds.envelope("a").expiresAt(expiry).build(), "")));
        Source source = ends.receive(Q, 1, COPIES);

        done(source.take(0).retry(LONG, later()));
        source.receiver().request(1);
        clock.advance(Duration.ofSeconds(121));

        assertThat(source.take(1).envelope().expiresAt()).contains(expiry);
    }

    @Test
    void shouldCompleteOnlyWhatIsCopied() {
        ends.send(Q, "a");
        Source source = ends.receive(Q, 1, COPIES);

        putAside(source, 0);

        assertThat(emulator.settlements()).extracting(SettlementCall::wish).isEqualTo(List.of(SettlementCall.Wish.COMPLETE));
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "sessionEnabled=true", "subQueue=DEAD_LETTER_QUEUE", "serviceBusReceiveMode=RECEIVE_AND_DELETE",
            "serviceBusType=topic&subscriptionName=mine" })
    void shouldRefuseToCopyWhereACopyWouldNotBeTheSame(String options) {
        String[] all = (COPIES + "&" + options).split("&");

        assertThatThrownBy(() -> ends.receive(Q, 1, all)).hasMessageContaining("source.producerOperation");
    }
}
