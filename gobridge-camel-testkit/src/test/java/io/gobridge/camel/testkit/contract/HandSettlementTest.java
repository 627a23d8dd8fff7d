package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a route with {@code settlement=manual} may get wrong, and what its calls then do. */
class HandSettlementTest {

    private static final Duration LOCK = Duration.ofSeconds(30);

    private final FakeFixture fixture = new FakeFixture(
            Capabilities.none().withRedelivers(true).withCountsAttempts(true).withLockWindow(LOCK)
                    .withNativeRetry(Duration.ofHours(12)),
            IdentityKind.STABLE);
    private final BridgeStage stage = new BridgeStage(fixture, false);
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicReference<CompletableFuture<Void>> answer = new AtomicReference<>();

    @AfterEach
    void close() {
        stage.close();
    }

    private static Delivery delivery(Exchange exchange) {
        return exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
    }

    @Test
    void shouldLeaveTheDeliveryToTheRouteWhenTheSourceCannotReject() throws Exception {
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("settlement=manual")).process(exchange -> {
            runs.incrementAndGet();
            answer.set(delivery(exchange).reject(new IllegalStateException("bad")).toCompletableFuture());
            delivery(exchange).ack();
        }));

        stage.awaitCompleted(1);

        assertThat(answer.get()).isCompletedExceptionally();
        assertThat(runs).hasValue(1);
        assertThat(stage.counts().receipts()).isEqualTo(1);
    }

    @Test
    void shouldRefuseARetryWithoutAWait() throws Exception {
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("settlement=manual")).process(exchange -> {
            runs.incrementAndGet();
            answer.set(delivery(exchange).retry(null, null).toCompletableFuture());
            delivery(exchange).ack();
        }));

        stage.awaitCompleted(1);

        assertThat(answer.get()).isCompletedExceptionally();
        assertThat(runs).hasValue(1);
    }

    @Test
    void required_D07_aLostDeliveryIsNotAckedByHand() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("settlement=manual")).process(exchange -> {
            if (runs.incrementAndGet() == 1) {
                awaitUninterrupted(go);
                answer.set(delivery(exchange).ack().toCompletableFuture());
            } else {
                delivery(exchange).ack();
            }
        }));
        stage.eventually(() -> assertThat(runs).hasValue(1));
        fixture.broker.refuseExtensions(BridgeException.of(FailureCode.LOCK_LOST, "not yours"));
        fixture.clock.advance(LOCK.dividedBy(2));
        fixture.broker.refuseExtensions(null);

        go.countDown();

        stage.soon(() -> assertThat(answer.get()).isNotNull());
        assertThat(answer.get()).isCompletedExceptionally();
        assertThat(fixture.broker.calls("ack")).isZero();
        stage.awaitCompleted(1);
    }

    @Test
    void required_D04_aWaitThatTheSourceCannotCarryIsHeldHere() throws Exception {
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("settlement=manual")).process(exchange -> {
            if (runs.incrementAndGet() == 1) {
                delivery(exchange).retry(Duration.ofHours(13), new IllegalStateException("much later"));
            } else {
                delivery(exchange).ack();
            }
        }));
        stage.soon(() -> assertThat(runs).hasValue(1));

        stage.always(Duration.ofMinutes(1), () -> assertThat(stage.counts().inFlight()).isEqualTo(1));

        assertThat(fixture.broker.calls("retry")).isZero();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean isOver = false;
        while (!isOver) {
            try {
                latch.await();
                isOver = true;
            } catch (InterruptedException e) {
                // The test decides when this run goes on.
            }
        }
    }
}
