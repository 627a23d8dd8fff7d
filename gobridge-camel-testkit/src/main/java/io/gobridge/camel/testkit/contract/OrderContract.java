package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.gobridge.camel.delivery.Capabilities.RetrySupport;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** One ordering key, one at a time: D-19. */
interface OrderContract extends OnStage {

    private void putInOrder(String key, int count) {
        stage().needs(Feature.ORDERING_KEY, "no message has an ordering key");
        for (int i = 0; i < count; i++) {
            stage().fixture.put(stage().message(key + i).identity(Identity.NONE.withOrderingKey(key)).build());
        }
    }

    private String ordered(String... more) {
        boolean isNative = stage().fixture.capabilities().ordersGroups();
        String from = stage().from(more);
        return isNative ? from : from + "&orderBy=${header.x-bridge.ordering-key}";
    }

    private static String[] expected(String key, int count) {
        return IntStream.range(0, count).mapToObj(i -> key + i).toArray(String[]::new);
    }

    /**
     * A target may swap what it hands on (Artemis does under load), so the order is that of the runs, sends included.
     */
    @Test
    default void required_D19_oneKeyRunsOneAtATimeInSourceOrder() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Runs runs = new Runs(stage().clock());
        putInOrder("a", 30);
        stage().start(routes -> routes.from(ordered()).process(exchange -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            runs.process(exchange);
        }).threads(4).to(stage().to()).process(exchange -> now.decrementAndGet()));

        stage().awaitCompleted(30);

        assertThat(runs.texts()).containsExactly(expected("a", 30));
        assertThat(most).hasValue(1);
        assertThat(stage().received()).containsExactlyInAnyOrder(expected("a", 30));
    }

    @Test
    default void required_D19_retriesKeepTheOrder() throws Exception {
        Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
        RecordingSender target = new RecordingSender();
        putInOrder("a", 6);
        stage().start(routes -> routes.from(ordered("backoff.initial=100ms", "backoff.max=200ms")).process(exchange -> {
            int run = runs.computeIfAbsent(body(exchange), text -> new AtomicInteger()).incrementAndGet();
            if (run <= 2 && body(exchange).endsWith("2")) {
                throw Failing.unavailable();
            }
        }).to(stage().to(target)));

        stage().awaitCompleted(6);

        assertThat(target.envelopes()).extracting(BridgeStage::text).containsExactly(expected("a", 6));
        assertThat(runs.get("a2")).hasValue(3);
    }

    @Test
    default void required_D19_otherKeysRunInParallel() throws Exception {
        HangingSender target = new HangingSender(new RecordingSender());
        putInOrder("a", 3);
        putInOrder("b", 3);
        stage().start(routes -> routes.from(ordered()).to(stage().to(target)));

        stage().eventually(() -> assertThat(target.hanging()).isEqualTo(2));
        stage().always(Duration.ofMillis(300), () -> assertThat(target.hanging()).as("one of each key").isEqualTo(2));
        stage().eventually(() -> {
            target.letOneGo();
            assertThat(stage().counts().completed()).isEqualTo(6);
        });
    }

    @Test
    default void required_D19_aFailingKeyDoesNotBlockOtherKeys() throws Exception {
        Runs runs = new Runs(stage().clock()).fail("a0", Failing.unavailable().withRetryAfter(Duration.ofMinutes(10)));
        putInOrder("a", 3);
        putInOrder("b", 10);
        stage().start(routes -> routes.from(ordered()).process(runs).to(stage().to()));

        stage().eventually(() -> assertThat(stage().counts().completed()).isEqualTo(10));

        assertThat(runs.texts()).doesNotContain("a1", "a2");
        assertThat(runs.texts().stream().filter(text -> text.startsWith("b"))).containsExactly(expected("b", 10));
        assertThat(stage().received()).containsExactlyInAnyOrder(expected("b", 10));
    }

    @Test
    default void required_D19_aPoisonMessageLetsItsFollowersPass() throws Exception {
        Runs runs = new Runs(stage().clock()).fail("a0", Failing.unavailable());
        putInOrder("a", 3);
        stage().start(
                routes -> routes.from(ordered("maxReplayAttempts=1", "backoff.initial=100ms")).process(runs).to(stage().to()));

        stage().awaitCompleted(2);

        assertThat(runs.texts()).containsExactly("a0", "a0", "a1", "a2");
        assertThat(stage().deadTexts()).containsExactly("a0");
    }

    @Test
    default void required_D19_aRunThatTimesOutKeepsTheOrder() throws Exception {
        stage().needs(stage().fixture.capabilities().retry() == RetrySupport.HELD, "held retry", "the source orders");
        HangingSender target = new HangingSender(new RecordingSender());
        Runs runs = new Runs(stage().clock());
        putInOrder("a", 4);
        stage().start(routes -> routes.from(ordered("processTimeout=2s", "backoff.initial=100ms")).process(runs)
                .to(stage().to(target, "sendTimeout=0")));
        stage().eventually(() -> assertThat(target.hanging()).isEqualTo(1));

        stage().always(Duration.ofSeconds(5), () -> assertThat(runs.texts()).doesNotContain("a1"));
        stage().eventually(() -> {
            target.letOneGo();
            assertThat(runs.count("a3")).isPositive();
            assertThat(target.hanging() + stage().counts().inFlight()).isZero();
        });

        stage().assertRemaining(0);
        assertThat(runs.texts().stream().distinct()).containsExactly(expected("a", 4));
        stage().assertBalanced();
    }

    private static String body(Exchange exchange) {
        return exchange.getMessage().getBody(String.class);
    }
}
