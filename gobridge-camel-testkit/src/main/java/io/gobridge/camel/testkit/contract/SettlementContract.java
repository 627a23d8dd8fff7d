package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;
import io.gobridge.camel.testkit.faults.BrokenDeadLetterStore;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** When a delivery is settled, and how often: D-01, D-02, D-09, D-14. */
interface SettlementContract extends OnStage {

    @Test
    default void required_D01_messagesGoFromSourceToTarget() throws Exception {
        stage().put("m", 20);

        stage().start(routes -> routes.from(stage().from()).to(stage().to()));
        stage().awaitCompleted(20);

        assertThat(stage().received()).hasSize(20).contains("m0", "m19").doesNotHaveDuplicates();
        assertThat(stage().deadTexts()).isEmpty();
    }

    @Test
    default void required_D01_ackHappensOnlyAfterTheTargetAccepted() throws Exception {
        HangingSender target = new HangingSender(new RecordingSender());
        stage().put("m");
        stage().start(routes -> routes.from(stage().from()).to(stage().to(target)));
        stage().eventually(() -> assertThat(target.hanging()).isEqualTo(1));

        stage().always(Duration.ofMillis(500), () -> {
            stage().assertRemaining(1);
            assertThat(stage().counts().completed()).isZero();
        });
        target.letOneGo();

        stage().awaitCompleted(1);
    }

    @Test
    default void required_D01_aRefusedMessageIsNotAcked() throws Exception {
        RecordingSender accepted = new RecordingSender();
        FailingSender target = new FailingSender(FailingSender.ALWAYS, Failing.unavailable(), accepted);
        stage().put("m");
        stage().start(routes -> routes.from(stage().from("maxReplayAttempts=1000", "backoff.initial=200ms", "backoff.max=1s"))
                .to(stage().to(target, "sendRetryBudget=0")));
        stage().eventually(() -> assertThat(target.attempts()).hasSizeGreaterThanOrEqualTo(2));
        stage().assertRemaining(1);
        assertThat(stage().counts().completed()).isZero();

        target.heal();

        stage().awaitCompleted(1);
        assertThat(accepted.count()).isEqualTo(1);
    }

    @Test
    default void required_D02_aDeliveryIsSettledOnceByHand() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        stage().put("m");
        stage().start(routes -> routes.from(stage().from("settlement=manual")).process(exchange -> {
            runs.incrementAndGet();
            Delivery delivery = delivery(exchange);
            delivery.ack().toCompletableFuture().join();
            delivery.ack().toCompletableFuture().join();
            delivery.retry(Duration.ZERO, new IllegalStateException("again")).toCompletableFuture().join();
        }));

        stage().awaitCompleted(1);
        stage().always(Duration.ofSeconds(1), () -> assertThat(runs).hasValue(1));
        assertThat(stage().counts().receipts()).isEqualTo(1);
    }

    @Test
    default void required_D02_theRouteCannotSettleWhatTheBridgeSettles() throws Exception {
        stage().put("m");
        stage().start(routes -> routes.from(stage().from()).process(exchange -> {
            var settled = delivery(exchange).ack().toCompletableFuture();
            assertThat(settled).isCompletedExceptionally();
        }).to(stage().to()));

        stage().awaitCompleted(1);

        assertThat(stage().received()).containsExactly("m");
    }

    @Test
    default void required_D02_aRouteMayRetryByHand() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        stage().put("m");
        stage().start(routes -> routes.from(stage().from("settlement=manual")).process(exchange -> {
            if (runs.incrementAndGet() == 1) {
                delivery(exchange).retry(Duration.ofSeconds(1), new IllegalStateException("not yet"));
            } else {
                delivery(exchange).ack();
            }
        }));

        stage().awaitCompleted(1);

        assertThat(runs).hasValue(2);
        assertThat(stage().deadTexts()).isEmpty();
    }

    @Test
    default void required_D02_aDeliveryForgottenByHandComesAgain() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        stage().put("m");
        stage().start(
                routes -> routes.from(stage().from("settlement=manual", "processTimeout=1s")).process(exchange -> {
                    if (runs.incrementAndGet() > 1) {
                        delivery(exchange).ack();
                    }
                }));

        stage().awaitCompleted(1);

        assertThat(runs).hasValue(2);
    }

    @Test
    default void required_D09_theSourceIsAckedAfterTheDeadLetterIsConfirmed() throws Exception {
        BrokenDeadLetterStore broken = new BrokenDeadLetterStore(FailingSender.ALWAYS, stage().deadLetters);
        stage().bind("broken", broken).put("m");
        stage().start(routes -> routes.from(brokenStore()).throwException(Failing.permanent()));
        stage().eventually(() -> assertThat(broken.writes()).isGreaterThanOrEqualTo(3));
        stage().assertRemaining(1);
        assertThat(stage().counts().deadLettered()).isZero();

        broken.repair();

        stage().eventually(() -> assertThat(stage().counts().deadLettered()).isEqualTo(1));
        stage().eventually(() -> stage().assertRemaining(0));
        assertThat(stage().deadTexts()).containsExactly("m");
        assertThat(stage().charged()).as("runs charged to messages").isZero();
    }

    private String brokenStore() {
        return stage().from("backoff.initial=100ms", "backoff.max=200ms").replace("#deadLetters", "#broken");
    }

    @Test
    default void required_D14_aFilteredMessageIsAckedAndCounted() throws Exception {
        stage().put("m", 3);
        stage().start(routes -> routes.from(stage().from())
                .throwException(Failing.filtered()));

        stage().eventually(() -> assertThat(stage().counts().filtered()).isEqualTo(3));

        stage().eventually(() -> stage().assertRemaining(0));
        assertThat(stage().deadTexts()).isEmpty();
        stage().assertBalanced();
    }

    @Test
    default void required_D14_aFilteredMessageIsKeptWhenThePolicySaysSo() throws Exception {
        stage().put("m");
        stage().start(routes -> routes.from(stage().from("onFiltered=dlq"))
                .throwException(Failing.filtered()));

        stage().eventually(() -> assertThat(stage().counts().filtered()).isEqualTo(1));

        assertThat(stage().deadTexts()).containsExactly("m");
    }

    @Test
    default void required_D14_anExpiredMessageIsKeptUnlessThePolicyDropsIt() throws Exception {
        stage().needs(Feature.EXPIRY, "nothing can expire");
        stage().fixture.put(stage().message("old").createdAt(stage().now().minusSeconds(60))
                .expiresAt(stage().now().minusSeconds(30)).build());
        stage().put("new");
        stage().start(routes -> routes.from(stage().from()).to(stage().to()));

        stage().awaitCompleted(1);
        stage().eventually(() -> assertThat(stage().counts().expired()).isEqualTo(1));

        assertThat(stage().received()).containsExactly("new");
        assertThat(stage().deadTexts()).containsExactly("old");
    }

    @Test
    default void required_D14_anExpiredMessageIsDroppedWhenThePolicySaysSo() throws Exception {
        stage().needs(Feature.EXPIRY, "nothing can expire");
        stage().fixture.put(stage().message("old").createdAt(stage().now().minusSeconds(60))
                .expiresAt(stage().now().minusSeconds(30)).build());
        stage().start(routes -> routes.from(stage().from("onExpired=drop")).to(stage().to()));

        stage().eventually(() -> assertThat(stage().counts().expired()).isEqualTo(1));

        assertThat(stage().deadTexts()).isEmpty();
        assertThat(stage().received()).isEmpty();
    }

    private static Delivery delivery(Exchange exchange) {
        return exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
    }
}
