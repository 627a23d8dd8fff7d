package io.gobridge.camel.servicebus;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.servicebus.ServiceBusEnds.Source;
import io.gobridge.camel.testkit.servicebus.EntityOptions;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.testkit.servicebus.SettlementCall;
import io.gobridge.camel.testkit.servicebus.SettlementCall.Wish;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.gobridge.camel.servicebus.ServiceBusEnds.PATIENCE;
import static io.gobridge.camel.servicebus.ServiceBusEnds.done;
import static io.gobridge.camel.servicebus.ServiceBusEnds.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the receiver does with Service Bus, wish by wish. */
class ServiceBusReceiverTest {

    private static final String Q = "orders";

    private ServiceBusEmulator emulator = ServiceBusEmulator.start().createQueue(Q);
    private ServiceBusEnds ends = new ServiceBusEnds(emulator);

    @AfterEach
    void close() {
        ends.close();
        emulator.close();
    }

    private void replaceEmulator(Clock clock) {
        close();
        emulator = ServiceBusEmulator.start(clock).createQueue(Q);
        ends = new ServiceBusEnds(emulator);
    }

    private List<SettlementCall> settlements(Wish wish) {
        return emulator.settlements().stream().filter(call -> call.wish() == wish).toList();
    }

    @Test
    void shouldReceiveNoMoreThanIsRequested() {
        ends.send(Q, "a", "b", "c");
        Source source = ends.receive(Q, 2);
        source.take(1);
        assertThat(emulator.depth(Q).locked()).isEqualTo(2);

        done(source.take(0).ack());
        source.receiver().request(1);

        source.take(2);
        assertThat(source.payloads()).containsExactly("a", "b", "c");
    }

    @Test
    void shouldCountAttemptsAsServiceBusDoes() {
        ends.send(Q, "a");
        Source source = ends.receive(Q, 2);
        assertThat(source.take(0).attempt()).isEqualTo(1);

        done(source.take(0).retry(Duration.ZERO, new IllegalStateException("later")));

        assertThat(source.take(1).attempt()).isEqualTo(2);
    }

    @Test
    void shouldTellTheLockWindowOfTheEntity() {
        emulator.createQueue("short", EntityOptions.DEFAULT.withLockDuration(Duration.ofSeconds(20)));
        ends.send("short", "a");

        Source source = ends.receive("short", 1);

        assertThat(source.take(0).capabilities().lockWindow())
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(20));
        assertThat(source.receiver().capabilities().lockWindow()).isLessThanOrEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void shouldExtendByRenewingTheLock() {
        ends.send(Q, "a");
        Delivery delivery = ends.receive(Q, 1).take(0);

        done(delivery.extend(Instant.now().plusSeconds(60)));

        assertThat(settlements(Wish.RENEW_LOCK)).singleElement().extracting(SettlementCall::isGranted).isEqualTo(true);
    }

    @Test
    void shouldTellThatTheLockIsLost() {
        ends.send(Q, "a");
        Delivery delivery = ends.receive(Q, 1).take(0);

        emulator.faults().expireLocks();

        assertThat(failure(delivery.extend(Instant.now())).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(failure(delivery.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(emulator.depth(Q).total()).isEqualTo(1);
    }

    // F26
    @Test
    void shouldNotHandOverAMessageWhoseLockIsOver() {
        replaceEmulator(Clock.offset(Clock.systemUTC(), Duration.ofHours(-1)));
        emulator.faults().refuseRenewals();
        ends.send(Q, "late");
        Source source = ends.receive(Q, 1);
        await().atMost(PATIENCE).until(() -> !source.receiver().health().isUp());
        assertThat(source.receiver().health().detail()).contains("lock was over");
        assertThat(source.taken()).isEmpty();

        emulator.faults().heal();
        emulator.faults().expireLocks();

        source.take(0);
        assertThat(source.receiver().health().isUp()).isTrue();
    }

    @Test
    void shouldBelieveServiceBusMoreThanItsOwnClock() {
        replaceEmulator(Clock.offset(Clock.systemUTC(), Duration.ofHours(-1)));
        ends.send(Q, "a");

        Delivery delivery = ends.receive(Q, 1).take(0);

        assertThat(delivery.capabilities().lockWindow()).isEqualTo(Duration.ofSeconds(5));
        done(delivery.ack());
        assertThat(emulator.depth(Q).total()).isZero();
    }

    // F27
    @Test
    void shouldSettleOnce() {
        ends.send(Q, "a");
        Delivery delivery = ends.receive(Q, 1).take(0);
        done(delivery.ack());

        assertThat(failure(delivery.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(failure(delivery.reject(new IllegalStateException("no"))).code()).isEqualTo(FailureCode.LOCK_LOST);
        done(delivery.extend(Instant.now()));

        assertThat(emulator.settlements()).containsExactly(new SettlementCall(Q, "a", Wish.COMPLETE, true));
    }

    // F29
    @Test
    void shouldSettleNothingThatServiceBusHasForgotten() {
        ends.send(Q, "a", "b");
        Source source = ends.receive(Q, 2, "serviceBusReceiveMode=RECEIVE_AND_DELETE");
        Capabilities capabilities = source.take(0).capabilities();

        done(source.take(0).ack());
        done(source.take(0).extend(Instant.now()));
        assertThat(failure(source.take(1).retry(Duration.ZERO, new IllegalStateException("no"))).code())
                .isEqualTo(FailureCode.LOCK_LOST);

        assertThat(capabilities.redelivers()).isFalse();
        assertThat(capabilities.hasLock()).isFalse();
        assertThat(capabilities.rejects()).isFalse();
        assertThat(emulator.settlements()).isEmpty();
    }

    // F69
    @Test
    void shouldDeadLetterThoughTheReasonIsTooLong() {
        ends.send(Q, "a");
        Delivery delivery = ends.receive(Q, 1).take(0);
        String trace = "\tat com.example.Handler\n".repeat(5000) + "☃";

        done(delivery.reject(BridgeException.of(FailureCode.INVALID_PAYLOAD, trace)));

        assertThat(emulator.depth(Q).deadLettered()).isEqualTo(1);
        Source dead = ends.receive(Q, 1, "subQueue=DEAD_LETTER_QUEUE");
        assertThat(dead.take(0).envelope().headers().toMap())
                .containsEntry("servicebus.dead-letter-reason", "INVALID_PAYLOAD")
                .hasEntrySatisfying("servicebus.dead-letter-description",
                        text -> assertThat(text).asString().hasSize(4096).isEqualTo(trace.substring(0, 4096)));
    }

    @Test
    void shouldSettleAfterTheStop() {
        ends.send(Q, "a", "b");
        Source source = ends.receive(Q, 2);
        source.take(1);

        done(source.receiver().stop());
        done(source.take(0).ack());
        done(source.take(1).retry(Duration.ZERO, new IllegalStateException("the route stops")));

        assertThat(emulator.depth(Q).active()).isEqualTo(1);
        assertThat(emulator.depth(Q).total()).isEqualTo(1);
        assertThat(source.taken()).hasSize(2);
    }

    @Test
    void shouldSettleOverANewConnection() {
        ends.send(Q, "a", "b");
        Source source = ends.receive(Q, 1);
        Delivery delivery = source.take(0);

        emulator.faults().dropConnections();
        done(delivery.ack());
        source.receiver().request(1);

        assertThat(source.take(1).envelope().payload().toText()).isEqualTo("b");
        assertThat(emulator.depth(Q).total()).isEqualTo(1);
    }

    @Test
    void shouldBeDownWhileItIsRefusedAndRecover() {
        emulator.faults().refuseLinks("amqp:unauthorized-access");
        Source source = ends.receive(Q, 5);
        await().atMost(PATIENCE).until(() -> !source.receiver().health().isUp());
        assertThat(source.receiver().health().detail()).contains(Q);

        emulator.faults().heal();
        await().atMost(PATIENCE).until(() -> source.receiver().health().isUp());
        ends.send(Q, "a");

        source.take(0);
    }

    @Test
    void shouldBeDownWhenItsTokenIsRefused() {
        emulator.faults().refuseTokens();

        Source source = ends.receive(Q, 5);

        await().atMost(PATIENCE).until(() -> source.receiver().health().detail().contains("UNAUTHORIZED"));
    }

    @Test
    void shouldReceiveFromASubscription() {
        emulator.createTopic("events").createSubscription("events", "mine", EntityOptions.DEFAULT);
        done(ends.target("events", "serviceBusType=topic").send(ServiceBusEnds.message("news")));

        Source source = ends.receive("events", 1, "serviceBusType=topic", "subscriptionName=mine");

        assertThat(source.take(0).envelope().payload().toText()).isEqualTo("news");
    }
}
