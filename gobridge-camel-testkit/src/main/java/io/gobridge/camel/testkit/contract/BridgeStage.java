package io.gobridge.camel.testkit.contract;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.delivery.MemoryAttemptLedger;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;
import org.apache.camel.Route;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A fixture with a bridge on it: one node, which a test may stop and start anew. Not thread-safe. */
final class BridgeStage implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(10);
    /** How far a settable clock moves between two looks. */
    private static final Duration TICK = Duration.ofMillis(100);

    final TransportFixture fixture;
    final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
    private final CountingLedger ledger = new CountingLedger(new MemoryAttemptLedger());

    private final boolean isPooled;
    private DefaultCamelContext node;

    BridgeStage(TransportFixture fixture, boolean isPooled) {
        this.fixture = fixture;
        this.isPooled = isPooled;
        this.node = newNode();
    }

    private DefaultCamelContext newNode() {
        DefaultCamelContext context = new DefaultCamelContext();
        if (isPooled) {
            context.getCamelContextExtension().setExchangeFactory(new PooledExchangeFactory());
        }
        context.getShutdownStrategy().setTimeout(2);
        context.getShutdownStrategy().setTimeUnit(TimeUnit.SECONDS);
        context.getRegistry().bind("deadLetters", DeadLetterStore.class, deadLetters);
        context.getRegistry().bind("ledger", AttemptLedger.class, ledger);
        fixture.clock().ifPresent(clock -> context.getRegistry().bind("clock", Scheduler.class, clock));
        fixture.prepare(context);
        return context;
    }

    // The bridge.

    /** Returns the bridge's receiving end; retries come soon unless the options say otherwise. */
    String from(String... options) {
        return uri("gobridge:in?" + fixture.source() + "&deadLetter=#deadLetters", options);
    }

    /** Returns a sending end to the fixture's target. */
    String to(String... options) {
        return uri("gobridge:out?" + fixture.target(), options);
    }

    /** Returns a sending end to a sender of the test, with one send per run unless the options say otherwise. */
    String to(Object sender, String... options) {
        node.getRegistry().bind("sender", sender);
        return uri("gobridge:probe?target=#sender", options);
    }

    private static String uri(String start, String... options) {
        return options.length == 0 ? start : start + "&" + String.join("&", options);
    }

    /** Binds a bean for the options of the test. */
    BridgeStage bind(String name, Object bean) {
        node.getRegistry().bind(name, bean);
        return this;
    }

    /** Starts the node with these routes; the one that receives through the bridge must come first. */
    void start(LambdaRouteBuilder routes) throws Exception {
        node.addRoutes(new Routes(routes));
        node.start();
    }

    /** Stops the node with everything in it. */
    void stop() {
        node.stop();
    }

    /** Makes a new node on the same fixture, with the same dead letters and ledger. */
    void replaceNode() {
        node.stop();
        node = newNode();
    }

    DefaultCamelContext node() {
        return node;
    }

    GoBridgeConsumer consumer() {
        return node.getRoutes().stream().map(Route::getConsumer).filter(GoBridgeConsumer.class::isInstance)
                .map(GoBridgeConsumer.class::cast).findFirst().orElseThrow();
    }

    DeliveryCounts counts() {
        return consumer().counts();
    }

    /** Returns how many failed runs were ever charged to messages. */
    int charged() {
        return ledger.charged();
    }

    // Messages.

    /** Puts a message that is all text, its id and its payload. */
    void put(String text) {
        fixture.put(message(text).build());
    }

    /** Puts messages {@code <prefix>0}, {@code <prefix>1}, ... */
    void put(String prefix, int count) {
        for (int i = 0; i < count; i++) {
            put(prefix + i);
        }
    }

    Envelope.Builder message(String text) {
        return Envelope.withId(text).payload(Payload.copyOf(text.getBytes(StandardCharsets.UTF_8))).createdAt(now());
    }

    static String text(Envelope envelope) {
        return new String(envelope.payload().toBytes(), StandardCharsets.UTF_8);
    }

    List<String> received() {
        return fixture.received().stream().map(BridgeStage::text).toList();
    }

    List<String> deadTexts() {
        return deadLetters.entries().stream().map(DeadLetter::envelope).map(BridgeStage::text).toList();
    }

    // Time.

    Scheduler scheduler() {
        return fixture.clock().map(Scheduler.class::cast).orElseGet(RealTime::new);
    }

    Clock clock() {
        return scheduler().clock();
    }

    Instant now() {
        return clock().instant();
    }

    /** Waits until the assertion holds; a settable clock runs meanwhile. */
    void eventually(Runnable assertion) {
        await().pollInSameThread().pollDelay(Duration.ZERO).pollInterval(POLL).atMost(PATIENCE).untilAsserted(() -> {
            try {
                assertion.run();
            } catch (AssertionError e) {
                fixture.clock().ifPresent(clock -> clock.advance(TICK));
                throw e;
            }
        });
    }

    /** Waits until the assertion holds; a settable clock stands still. */
    void soon(Runnable assertion) {
        await().pollInSameThread().pollDelay(Duration.ZERO).pollInterval(POLL).atMost(PATIENCE).untilAsserted(assertion::run);
    }

    /** Returns what the ledger remembers of a message. */
    AttemptHistory attempts(String id) {
        return ledger.find("in:" + id).toCompletableFuture().join();
    }

    /** Asserts all along the time that the assertion holds. */
    void always(Duration time, Runnable assertion) {
        Instant end = now().plus(time);
        Duration tick = time.dividedBy(50).compareTo(TICK) > 0 ? time.dividedBy(50) : TICK;
        await().pollInSameThread().pollDelay(Duration.ZERO).pollInterval(POLL).atMost(time.plus(PATIENCE)).until(() -> {
            assertion.run();
            fixture.clock().ifPresent(clock -> clock.advance(tick));
            return !now().isBefore(end);
        });
    }

    // What is said often.

    /** Asserts that the source still has so many messages; says nothing where it cannot tell. */
    void assertRemaining(int messages) {
        if (fixture.features().contains(Feature.KEEPS_UNSETTLED)) {
            assertThat(fixture.remaining()).as("messages that the source has").isEqualTo(messages);
        }
    }

    /** Asserts that the ids are those of the parts of message {@code m}, whatever the source made of that id. */
    void assertPartIds(List<String> ids, List<String> parts) {
        List<String> paths = ids.stream().map(id -> id.indexOf('/') < 0 ? "m" : "m" + id.substring(id.indexOf('/'))).toList();
        assertThat(new TreeSet<>(paths)).isEqualTo(new TreeSet<>(parts));
        if (fixture.features().contains(Feature.HEADERS)) {
            assertThat(new TreeSet<>(ids)).isEqualTo(new TreeSet<>(parts));
        }
    }

    void assertBalanced() {
        DeliveryCounts counts = counts();
        assertThat(counts.isBalanced()).as(counts.toString()).isTrue();
    }

    /** Waits until so many deliveries have completed and the source has nothing left. */
    void awaitCompleted(int deliveries) {
        eventually(() -> {
            assertThat(counts().completed()).as(counts().toString()).isGreaterThanOrEqualTo(deliveries);
            assertThat(counts().inFlight()).as(counts().toString()).isZero();
            assertRemaining(0);
        });
        assertBalanced();
    }

    void needs(Feature feature, String why) {
        Assumptions.assumeTrue(fixture.features().contains(feature), () -> fixture.name() + " lacks " + feature + ": " + why);
    }

    void needs(boolean capability, String name, String why) {
        Assumptions.assumeTrue(capability, () -> fixture.name() + " has no " + name + ": " + why);
    }

    @Override
    public void close() {
        node.stop();
        fixture.close();
    }
}
