package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.FakeBroker;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-07 and D-06 on a broker whose locks fail on command. */
class LostLockTest {

    private static final Duration LOCK = Duration.ofSeconds(30);
    private static final Capabilities LOCKING = Capabilities.none().withRedelivers(true).withCountsAttempts(true)
            .withLockWindow(LOCK).withNativeRetry(Duration.ofHours(12));

    private final FakeFixture fixture = new FakeFixture(LOCKING.withOrdersGroups(true), IdentityKind.STABLE);
    private final FakeBroker broker = fixture.broker;
    private final BridgeStage stage = new BridgeStage(fixture, false);
    private final HangingSender target = new HangingSender(new RecordingSender());

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void required_D07_aLateSuccessIsNotAckedAndThePermitIsKeptUntilThen() throws Exception {
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("maxInFlight=1")).to(stage.to(target, "sendTimeout=0")));
        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(1));
        broker.refuseExtensions(BridgeException.of(FailureCode.LOCK_LOST, "not yours"));
        stage.always(LOCK.multipliedBy(2), () -> assertThat(target.sends()).isEqualTo(1));
        assertThat(stage.counts().inFlight()).isEqualTo(1);
        broker.refuseExtensions(null);

        target.letOneGo();

        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(1));
        assertThat(broker.calls("ack")).as("acks of a lost delivery").isZero();
        assertThat(stage.counts().returned()).isEqualTo(1);
        target.letOneGo();
        stage.awaitCompleted(1);
    }

    @Test
    void required_D07_anExtensionThatFailsForAWhileLosesNothing() throws Exception {
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("maxInFlight=1")).to(stage.to(target, "sendTimeout=0")));
        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(1));
        broker.refuseExtensions(Failing.connectionLost());
        stage.always(LOCK.dividedBy(2), () -> assertThat(target.sends()).isEqualTo(1));
        broker.refuseExtensions(null);
        stage.always(LOCK.multipliedBy(2), () -> assertThat(target.sends()).isEqualTo(1));

        target.letOneGo();

        stage.awaitCompleted(1);
        assertThat(stage.counts().receipts()).isEqualTo(1);
    }

    @Test
    void required_D07_ourThreadIsInterruptedWhileItIsInsideTheRoute() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        stage.put("m");
        stage.start(routes -> routes.from(stage.from()).process(exchange -> {
            if (runs.incrementAndGet() == 1) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            }
        }).to(stage.to()));
        stage.eventually(() -> assertThat(runs).hasValue(1));
        broker.refuseExtensions(BridgeException.of(FailureCode.LOCK_LOST, "not yours"));

        stage.always(LOCK, () -> assertThat(broker.calls("ack")).isZero());
        broker.refuseExtensions(null);

        assertThat(interrupted.await(5, TimeUnit.SECONDS)).isTrue();
        stage.awaitCompleted(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void required_D07_aLostFollowerDoesNotBlockItsKey() throws Exception {
        for (int i = 0; i < 3; i++) {
            broker.put(stage.message("a" + i).identity(Identity.NONE.withOrderingKey("a")).build());
        }
        stage.start(routes -> routes.from(stage.from()).to(stage.to(target, "sendTimeout=0")));
        stage.eventually(() -> assertThat(stage.counts().receipts()).isEqualTo(3));
        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(1));
        broker.refuseExtensions(BridgeException.of(FailureCode.LOCK_LOST, "not yours"), envelope -> envelope.id().equals("a1"));
        fixture.clock.advance(LOCK.dividedBy(2));
        broker.refuseExtensions(null);

        stage.eventually(() -> {
            target.letOneGo();
            assertThat(broker.size()).isZero();
        });

        assertThat(stage.counts().completed()).isEqualTo(3);
        stage.assertBalanced();
    }

    @Test
    void required_D02_anAckThatTheSourceRefusesIsReportedAndTheMessageComesAgain() throws Exception {
        RecordingSender accepted = new RecordingSender();
        broker.refuseAcks(Failing.connectionLost());
        stage.put("m");
        stage.start(routes -> routes.from(stage.from()).to(stage.to(accepted)));
        stage.eventually(() -> assertThat(stage.counts().returned()).isEqualTo(1));
        assertThat(broker.calls("ack")).isEqualTo(1);
        broker.refuseAcks(null);

        stage.awaitCompleted(1);

        assertThat(accepted.count()).as("at least once: a lost ack is a duplicate").isEqualTo(2);
        assertThat(stage.deadTexts()).isEmpty();
    }

    @Test
    void required_D07_aDeliveryLostWhileItsDeadLetterIsWrittenIsNotWrittenAgain() throws Exception {
        CompletableFuture<Void> written = new CompletableFuture<>();
        AtomicInteger writes = new AtomicInteger();
        stage.bind("slow", (DeadLetterStore) entry -> {
            writes.incrementAndGet();
            return written;
        }).put("m");
        Runs runs = new Runs(fixture.clock).failAll(Failing.permanent());
        stage.start(routes -> routes.from(stage.from().replace("#deadLetters", "#slow")).process(runs).to(stage.to()));
        stage.soon(() -> assertThat(writes).hasValue(1));
        broker.refuseExtensions(BridgeException.of(FailureCode.LOCK_LOST, "not yours"));
        fixture.clock.advance(LOCK.dividedBy(2));
        broker.refuseExtensions(null);
        runs.heal();

        written.completeExceptionally(Failing.connectionLost());

        stage.soon(() -> assertThat(stage.counts().returned()).isEqualTo(1));
        stage.awaitCompleted(1);
        assertThat(writes).hasValue(1);
    }

    @Test
    void required_D07_aCopyOfTheExchangeGoesOnOnAThreadOfTheRoute() throws Exception {
        AtomicReference<Thread> copied = new AtomicReference<>();
        stage.put("m");
        stage.start(routes -> {
            routes.from(stage.from()).wireTap("direct:copy");
            routes.from("direct:copy").doTry().to(stage.to(target, "sendTimeout=1s", "sendRetryBudget=0"))
                    .doCatch(Exception.class).process(exchange -> copied.set(Thread.currentThread())).end();
        });
        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(1));

        stage.eventually(() -> assertThat(copied.get()).isNotNull());

        assertThat(copied.get()).as("not the timer, which runs on this thread here").isNotEqualTo(Thread.currentThread());
    }
}
