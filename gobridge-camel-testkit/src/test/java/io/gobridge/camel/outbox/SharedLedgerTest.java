package io.gobridge.camel.outbox;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.testkit.FakeBroker;
import io.gobridge.camel.testkit.SettableClock;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** D-10 over two nodes with an attempt ledger in a database. */
class SharedLedgerTest {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final int REPLAYS = 3;

    @TempDir
    private Path directory;
    private HikariDataSource database;
    private final SettableClock clock = new SettableClock();
    private final FakeBroker broker = new FakeBroker(
            Capabilities.none().withRedelivers(true).withNativeRetry(Duration.ofHours(1)), IdentityKind.STABLE, clock);
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
    private final Map<String, List<String>> nodesByMessage = new TreeMap<>();
    private final List<DefaultCamelContext> nodes = new ArrayList<>();

    @BeforeEach
    void open() {
        database = Databases.h2(directory);
    }

    @AfterEach
    void close() {
        nodes.forEach(DefaultCamelContext::stop);
        database.close();
    }

    private DefaultCamelContext node(String name) throws Exception {
        DefaultCamelContext node = new DefaultCamelContext();
        node.getRegistry().bind("source", broker.receiver());
        node.getRegistry().bind("clock", clock);
        node.getRegistry().bind("ledger", AttemptLedger.class, new SqlAttemptLedger(database));
        node.getRegistry().bind("deadLetters", deadLetters);
        RouteBuilder.addRoutes(node, routes -> routes
                .from("gobridge:in?source=#source&maxInFlight=4&maxReplayAttempts=" + REPLAYS).routeId("in").autoStartup(false)
                .process(exchange -> fail(name, exchange)));
        node.start();
        nodes.add(node);
        return node;
    }

    private void fail(String node, Exchange exchange) {
        String text = exchange.getMessage().getBody(String.class);
        synchronized (nodesByMessage) {
            nodesByMessage.computeIfAbsent(text, message -> new CopyOnWriteArrayList<>()).add(node);
        }
        throw new IllegalStateException("never");
    }

    private List<String> runsOf(String message) {
        synchronized (nodesByMessage) {
            return nodesByMessage.getOrDefault(message, List.of());
        }
    }

    private void put(String id) {
        broker.put(Envelope.withId(id).payload(Payload.ofText(id)).createdAt(Instant.EPOCH).build());
    }

    private void eventually(Runnable assertion) {
        await().pollInSameThread().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5)).untilAsserted(() -> {
            clock.advance(TICK);
            assertion.run();
        });
    }

    @Test
    void shouldRunAMessageTheSameNumberOfTimesWhicheverNodesRunIt() throws Exception {
        List<DefaultCamelContext> both = List.of(node("a"), node("b"));
        put("bad");

        for (int run = 1; run <= REPLAYS + 1; run++) {
            int expected = run;
            DefaultCamelContext node = both.get(run % 2);
            node.getRouteController().startRoute("in");
            eventually(() -> assertThat(runsOf("bad")).hasSize(expected));
            eventually(() -> assertThat(broker.calls("retry") + deadLetters.entries().size()).isEqualTo(expected));
            node.getRouteController().stopRoute("in");
        }

        assertThat(runsOf("bad")).containsExactly("b", "a", "b", "a");
        assertThat(deadLetters.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.category()).isEqualTo(DeadLetterCategory.POISON);
            assertThat(entry.attempts()).isEqualTo(REPLAYS + 1);
            assertThat(entry.history()).hasSize(REPLAYS + 1);
        });
        assertThat(broker.size()).isZero();
    }

    @Test
    void shouldCountExactlyWhileBothNodesRun() throws Exception {
        List<DefaultCamelContext> both = List.of(node("a"), node("b"));
        for (int i = 0; i < 30; i++) {
            put("bad" + i);
        }

        for (DefaultCamelContext node : both) {
            node.getRouteController().startRoute("in");
        }

        eventually(() -> assertThat(broker.size()).isZero());
        assertThat(nodesByMessage).hasSize(30).allSatisfy((message, ran) -> assertThat(ran).hasSize(REPLAYS + 1));
        assertThat(nodesByMessage.values()).anySatisfy(ran -> assertThat(ran).contains("a"))
                .anySatisfy(ran -> assertThat(ran).contains("b"));
        assertThat(deadLetters.entries()).hasSize(30).extracting(DeadLetter::attempts).containsOnly(REPLAYS + 1);
    }
}
