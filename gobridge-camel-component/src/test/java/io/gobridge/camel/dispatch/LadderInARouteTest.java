package io.gobridge.camel.dispatch;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.camel.TestBridge;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Behaviour cases 31, 32 and 39 from the source to the settlement: a source that neither names nor repeats a message.
 */
class LadderInARouteTest {

    private final ManualScheduler time = new ManualScheduler();
    private final FakeSender sender = new FakeSender(time);
    private final Calls calls = new Calls();
    private final TestBridge bridge = new TestBridge();

    @BeforeEach
    void start() {
        bridge.bind("time", time).bind("out", sender).bind("calls", calls)
                .route(routes -> routes.from("gobridge:orders?source=seda:in&maxReplayAttempts=0&backoff.jitter=0").routeId("r")
                        .to("gobridge:plant?target=#out&sendRetryBudget=10s"))
                .start();
    }

    @AfterEach
    void stop() {
        bridge.close();
    }

    @Test
    void shouldUseUpTheBudgetAndThenKeepWhatCannotComeAgain() {
        sender.failsAlways(BridgeException.of(FailureCode.UNAVAILABLE, "down"));
        sendAndWaitForTheFirstPause();

        time.advance(Duration.ofSeconds(10));

        DeadLetter entry = settled(Ending.DEAD_LETTERED);
        assertThat(entry.category()).isEqualTo(DeadLetterCategory.UNSTABLE_IDENTITY);
        assertThat(entry.attempts()).isEqualTo(1);
        assertThat(sender.sendsAt).isEqualTo(Arrays.asList(seconds(0), seconds(1), seconds(3), seconds(7)));
        assertThat(calls.attempts).containsExactly(1, 1, 1, 1);
    }

    @Test
    void shouldCompleteAfterOneFailureWithinTheSameAttempt() {
        sender.failsOnce(BridgeException.of(FailureCode.UNAVAILABLE, "down"));
        sendAndWaitForTheFirstPause();

        time.advance(Duration.ofSeconds(1));

        await().untilAsserted(() -> assertThat(calls.endings).containsExactly(Ending.COMPLETED));
        assertThat(calls.attempts).containsExactly(1, 1);
        assertThat(bridge.deadLetters().entries()).isEmpty();
        assertThat(bridge.consumer("r").counts()).isEqualTo(new DeliveryCounts(1, 1, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldSendOnceWhatFailsForGood() {
        sender.failsAlways(BridgeException.of(FailureCode.FORBIDDEN, "no"));

        bridge.context().createProducerTemplate().sendBody("seda:in", "one");

        assertThat(settled(Ending.DEAD_LETTERED).category()).isEqualTo(DeadLetterCategory.PERMANENT);
        assertThat(sender.sendsAt).hasSize(1);
    }

    /** The intake keeps one timer; the second one is the pause. */
    private void sendAndWaitForTheFirstPause() {
        bridge.context().createProducerTemplate().sendBody("seda:in", "one");
        await().until(() -> time.pending() == 2);
    }

    private DeadLetter settled(Ending ending) {
        await().untilAsserted(() -> assertThat(calls.endings).containsExactly(ending));
        return bridge.deadLetters().entries().get(0);
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    /** Notes what listeners are told. */
    private static final class Calls implements DeliveryListener {

        private final List<Integer> attempts = new CopyOnWriteArrayList<>();
        private final List<Ending> endings = new CopyOnWriteArrayList<>();

        @Override
        public void onAttempt(String routeId, String messageId, int attempt) {
            attempts.add(attempt);
        }

        @Override
        public void onSettled(String routeId, String messageId, Ending ending) {
            endings.add(ending);
        }
    }
}
