package io.gobridge.camel.processors.dedupe;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.SqlDedupeStore;
import io.gobridge.camel.processors.StepBridge;
import org.apache.camel.Exchange;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Messages that come more than once, remembered in a database. Field faults F3 to F6. */
class SqlDedupeInARouteTest {

    private static final Duration TICK = Duration.ofMillis(100);

    private final StepBridge bridge = new StepBridge();
    private final JdbcDataSource database = new JdbcDataSource();
    private final DedupeProcessor unit = new DedupeProcessor();
    private final AtomicInteger runs = new AtomicInteger();

    @BeforeEach
    void open() {
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        bridge.bind("store", new SqlDedupeStore(database));
    }

    @AfterEach
    void stop() {
        bridge.close();
    }

    private void put(String id) {
        bridge.put(id, Map.of());
    }

    private void failOnce(Exchange exchange) {
        if (runs.incrementAndGet() == 1) {
            throw BridgeException.of(FailureCode.TIMEOUT, "Not yet").withRetryAfter(Duration.ofMinutes(3));
        }
    }

    /** F3. */
    @Test
    void shouldHoldACopyOfAMessageThatIsBeingWorkedOn() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit).process(exchange -> {
            if (runs.incrementAndGet() == 1) {
                first.join();
            }
        }).to(StepBridge.TARGET));
        put("m1");
        bridge.soon(() -> assertThat(runs).hasValue(1));
        put("m1");
        bridge.soon(() -> assertThat(unit.getHeld()).isPositive());

        first.completeExceptionally(BridgeException.of(FailureCode.FORBIDDEN, "no"));

        bridge.eventually(TICK, () -> assertThat(bridge.arrived()).containsExactly("m1"));
        assertThat(runs).hasValue(2);
        assertThat(unit.getDuplicates()).isZero();
    }

    /** F5: the copy that our own wait brings back has the same id. */
    @Test
    void shouldNotSwallowWhatIsTriedAgainLater() {
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit).process(this::failOnce)
                .to(StepBridge.TARGET));
        put("m1");
        bridge.eventually(TICK, () -> assertThat(bridge.counts().completed()).isEqualTo(1));
        assertThat(runs).hasValue(2);

        put("m1");

        bridge.eventually(TICK, () -> assertThat(bridge.counts().filtered()).isEqualTo(1));
        assertThat(bridge.arrived()).containsExactly("m1");
    }

    /** F6. */
    @Test
    void shouldLetTwoRoutesThatShareAStoreBothSeeAMessage() {
        bridge.start(
                routes -> routes.from(StepBridge.SOURCE).routeId("in").process(unit).to(StepBridge.TARGET),
                routes -> routes.from("gobridge:copies?source=gobridge-memory:copies&deadLetter=#deadLetters")
                        .process(new DedupeProcessor()).to("gobridge:second?target=gobridge-memory:second"));

        put("m1");
        bridge.queue("copies").put(bridge.message("m1", "one", Map.of()));

        bridge.soon(() -> assertThat(bridge.arrived()).containsExactly("m1"));
        bridge.soon(() -> assertThat(bridge.queue("second").messages()).hasSize(1));
    }
}
