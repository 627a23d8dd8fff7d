package io.gobridge.camel.servicebus;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.servicebus.ServiceBusEnds.Source;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.servicebus.EntityOptions;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.testkit.servicebus.SettlementCall;
import io.gobridge.camel.testkit.servicebus.SettlementCall.Wish;
import io.gobridge.camel.transport.BatchSender;
import io.gobridge.camel.transport.OutboundMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.gobridge.camel.servicebus.ServiceBusEnds.PATIENCE;
import static io.gobridge.camel.servicebus.ServiceBusEnds.done;
import static io.gobridge.camel.servicebus.ServiceBusEnds.envelope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How the receiver shares out the sessions of a queue, by one clock for both sides. */
class ServiceBusSessionsTest {

    private static final String Q = "orders";
    private static final String SESSIONS = "sessionEnabled=true";

    private final SettableClock clock = new SettableClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
    private final ServiceBusEmulator emulator = ServiceBusEmulator.start(clock);
    private final ServiceBusEnds ends = new ServiceBusEnds(emulator, clock);

    @BeforeEach
    void createQueue() {
        emulator.createQueue(Q, EntityOptions.DEFAULT.withSessions().withLockDuration(Duration.ofSeconds(30)));
    }

    @AfterEach
    void close() {
        ends.close();
        emulator.close();
    }

    private void send(String... texts) {
        BatchSender target = ends.target(Q);
        for (String text : texts) {
            done(target.send(new OutboundMessage(
                    envelope(text).identity(Identity.NONE.withOrderingKey(text.substring(0, 1))).build(), "")));
        }
    }

    private long renewals() {
        return emulator.settlements().stream().filter(call -> call.wish() == Wish.RENEW_LOCK)
                .filter(SettlementCall::isGranted).count();
    }

    @Test
    void shouldHaveOneDeliveryOfEachSession() {
        send("a1", "a2", "b1", "b2", "c1");
        Source source = ends.receive(Q, 10, SESSIONS);
        source.take(2);

        assertThat(source.payloads()).containsExactlyInAnyOrder("a1", "b1", "c1");
        assertThat(source.taken()).allSatisfy(
                delivery -> assertThat(delivery.envelope().payload().toText()).startsWith(delivery.group()));
        assertThat(emulator.depth(Q).locked()).isEqualTo(3);

        done(source.taken().get(source.payloads().indexOf("a1")).ack());

        assertThat(source.take(3).envelope().payload().toText()).isEqualTo("a2");
    }

    @Test
    void shouldAskForNoMoreSessionsThanDeliveriesAreWanted() {
        send("a1", "b1");
        Source source = ends.receive(Q, 1, SESSIONS);
        source.take(0);

        assertThat(emulator.depth(Q).active()).isEqualTo(1);
        assertThat(ends.receive(Q, 1, SESSIONS).take(0).group()).isEqualTo("b");
    }

    @Test
    void shouldLeaveASessionToOthersThatBringsNothing() {
        send("a1");
        Source first = ends.receive(Q, 1, SESSIONS);
        done(first.take(0).ack());
        first.receiver().request(1);
        Source second = ends.receive(Q, 1, SESSIONS);

        send("a2");
        first.take(1);
        clock.advance(Duration.ofSeconds(5));
        assertThat(second.taken()).as("a session with a delivery under way stays").isEmpty();
        done(first.take(1).ack());
        send("b1", "a3");

        second.take(0);
        assertThat(second.taken().get(0).group()).isEqualTo("b");
    }

    @Test
    void shouldRenewASessionWhoseMessagesAreSettledQuickly() {
        send("a1", "a2");
        Source source = ends.receive(Q, 1, SESSIONS);
        source.take(0);
        assertThat(renewals()).as("one tells how long the lock holds").isEqualTo(1);
        assertThat(source.take(0).capabilities().lockWindow()).isEqualTo(Duration.ofSeconds(30));

        clock.advance(Duration.ofSeconds(20));
        done(source.take(0).ack());
        source.receiver().request(1);
        source.take(1);

        await().atMost(PATIENCE).until(() -> renewals() == 2);
        clock.advance(Duration.ofSeconds(20));
        done(source.take(1).ack());
        assertThat(emulator.depth(Q).total()).isZero();
    }

    @Test
    void shouldBeDownWhileSessionsAreRefusedAndRecover() {
        emulator.faults().refuseLinks("amqp:unauthorized-access");
        Source source = ends.receive(Q, 1, SESSIONS);
        await().atMost(PATIENCE).until(() -> source.receiver().health().detail().contains("session"));

        emulator.faults().heal();
        send("a1");
        clock.advance(Duration.ofSeconds(2));

        source.take(0);
        assertThat(source.receiver().health().isUp()).isTrue();
    }
}
