package io.gobridge.camel.exchange;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.gobridge.camel.TestBridge;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** When steps hear of the end of a run and of the end of a delivery. */
class StepRuntimeTest {

    private static final String SOURCE
            = "gobridge:orders?source=gobridge-memory:orders&backoff.initial=10ms&backoff.max=20ms&maxReplayAttempts=2";
    private static final String TARGET = "gobridge:plant?target=gobridge-memory:plant";

    private final TestBridge bridge = new TestBridge();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger runs = new AtomicInteger();
    private StepRuntime unit;

    @AfterEach
    void stop() {
        bridge.close();
    }

    private void start(LambdaRouteBuilder... routes) {
        unit = StepRuntime.of(bridge.context());
        for (LambdaRouteBuilder route : routes) {
            bridge.route(route);
        }
        bridge.start();
    }

    private void put(String id) {
        bridge.queue("orders").put(TestBridge.message(id, "a,b,c", Headers.of(Map.of())));
    }

    private DeliveryCounts counts() {
        return bridge.consumer("in").counts();
    }

    private void awaitEnd() {
        await().untilAsserted(() -> assertThat(counts().inFlight()).isZero());
    }

    /** Binds to both ends under a name. */
    private Processor step(String name) {
        return exchange -> {
            unit.atRunEnd(exchange, end -> heard.add(name + " run " + text(end)));
            unit.untilDeliveryEnd(exchange, name, () -> ending(name));
        };
    }

    private Consumer<Ending> ending(String name) {
        return ending -> heard.add(name + " " + ending);
    }

    private static String text(RunEnd end) {
        return end.outcome().failure().map(failure -> failure.code().name()).orElse("ok");
    }

    private void failTwice(Exchange exchange) {
        if (runs.incrementAndGet() <= 2) {
            throw BridgeException.of(FailureCode.TIMEOUT, "Not yet");
        }
    }

    @Test
    void shouldHearOfEachRunAndOnceOfTheDelivery() {
        start(routes -> routes.from(SOURCE).routeId("in").process(step("a")).process(step("b")).process(this::failTwice)
                .to(TARGET));

        put("m1");
        await().untilAsserted(() -> assertThat(counts().completed()).isEqualTo(1));

        assertThat(heard).containsExactly("b run TIMEOUT", "a run TIMEOUT", "b run TIMEOUT", "a run TIMEOUT", "b run ok",
                "a run ok", "b COMPLETED", "a COMPLETED");
    }

    @Test
    void shouldHearOfADeliveryThatFailedForGood() {
        start(routes -> routes.from(SOURCE).routeId("in").process(step("a")).process(exchange -> {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD, "Not for us");
        }));

        put("m1");
        await().untilAsserted(() -> assertThat(counts().deadLettered()).isEqualTo(1));

        assertThat(heard).containsExactly("a run INVALID_PAYLOAD", "a DEAD_LETTERED");
    }

    @ParameterizedTest
    @ValueSource(strings = { "seda", "threads", "delay" })
    void shouldGoWithTheExchangeToOtherThreads(String way) {
        start(routes -> {
            var route = routes.from(SOURCE).routeId("in").process(step("a"));
            var further = switch (way) {
                case "seda" -> {
                    route.to("seda:further?waitForTaskToComplete=Never");
                    yield routes.from("seda:further");
                }
                case "threads" -> route.threads(2);
                default -> route.delay(1).asyncDelayed().end();
            };
            further.process(this::failTwice).to(TARGET);
        });

        put("m1");
        await().untilAsserted(() -> assertThat(counts().completed()).isEqualTo(1));

        assertThat(heard).containsExactly("a run TIMEOUT", "a run TIMEOUT", "a run ok", "a COMPLETED");
    }

    @Test
    void shouldEndThePartsOfASplitEachByItselfAndTheDeliveryOnce() {
        start(routes -> routes.from(SOURCE).routeId("in").split(routes.body().tokenize(",")).parallelProcessing()
                .stopOnException().process(step("part")).to(TARGET));

        put("m1");
        await().untilAsserted(() -> assertThat(counts().completed()).isEqualTo(1));

        assertThat(heard).containsExactly("part run ok", "part run ok", "part run ok", "part COMPLETED");
    }

    @Test
    void shouldEndACopyThatOutlivesItsDeliveryByItself() {
        CompletableFuture<Void> delivered = new CompletableFuture<>();
        start(routes -> routes.from(SOURCE).routeId("in").wireTap("direct:copy").to(TARGET),
                routes -> routes.from("direct:copy").process(exchange -> delivered.get()).process(step("copy")));

        put("m1");
        awaitCompleted();
        delivered.complete(null);

        await().untilAsserted(() -> assertThat(heard).containsExactly("copy COMPLETED", "copy run ok"));
    }

    private void awaitCompleted() {
        await().untilAsserted(() -> assertThat(counts().completed()).isEqualTo(1));
    }

    @Test
    void shouldBindACopyToTheDeliveryThatStillRuns() {
        CompletableFuture<Void> tapped = new CompletableFuture<>();
        start(routes -> routes.from(SOURCE).routeId("in").wireTap("direct:copy").process(exchange -> tapped.get()).to(TARGET),
                routes -> routes.from("direct:copy").process(step("copy"))
                        .process(exchange -> exchange.getExchangeExtension().addOnCompletion(new StepCompletion(
                                ended -> tapped.complete(null)))));

        put("m1");
        awaitCompleted();

        await().untilAsserted(() -> assertThat(heard).containsExactlyInAnyOrder("copy run ok", "copy COMPLETED"));
    }

    @Test
    void shouldSettleAfterWhatAStepNotes() {
        CompletableFuture<Void> noted = new CompletableFuture<>();
        start(routes -> routes.from(SOURCE).routeId("in")
                .process(exchange -> unit.beforeSettlement(exchange, end -> {
                    heard.add(text(end));
                    return noted;
                })).to(TARGET));

        put("m1");
        await().untilAsserted(() -> assertThat(heard).containsExactly("ok"));
        assertThat(counts().completed()).isZero();
        noted.completeExceptionally(new IllegalStateException("The store is down"));

        awaitCompleted();
    }

    @Test
    void shouldTellWhatTheRouteMadeUpForItself() {
        start(routes -> {
            routes.onException(IllegalStateException.class).handled(true);
            routes.from(SOURCE).routeId("in").process(exchange -> unit.atRunEnd(exchange,
                    end -> heard.add(text(end) + " " + end.failure().map(BridgeException::code).orElseThrow())))
                    .process(exchange -> {
                        throw new IllegalStateException("This target is down");
                    });
        });

        put("m1");
        awaitCompleted();

        assertThat(heard).containsExactly("ok UNKNOWN");
    }

    @Test
    void shouldEndWithTheExchangeWhereThereIsNoDelivery() {
        start(routes -> {
            routes.errorHandler(routes.noErrorHandler());
            routes.from("direct:plain").process(step("a")).process(step("b")).process(this::failTwice);
        });

        for (int i = 0; i < 3; i++) {
            bridge.context().createProducerTemplate().send("direct:plain", exchange -> {
            });
        }

        assertThat(heard).containsExactly("b RETURNED", "b run TIMEOUT", "a RETURNED", "a run TIMEOUT", "b RETURNED",
                "b run TIMEOUT", "a RETURNED", "a run TIMEOUT", "b COMPLETED", "b run ok", "a COMPLETED", "a run ok");
    }

    @Test
    void shouldEndADeliveryThatIsSettledByHandWhenTheHandSettlesIt() {
        List<Delivery> deliveries = new CopyOnWriteArrayList<>();
        start(routes -> routes.from(SOURCE + "&settlement=manual").routeId("in").process(step("a")).process(exchange -> {
            assertThat(StepMessage.isSettledByHand(exchange)).isTrue();
            deliveries.add(exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class));
        }));
        put("m1");
        await().untilAsserted(() -> assertThat(heard).containsExactly("a run ok"));

        deliveries.get(0).ack();
        awaitEnd();

        assertThat(heard).containsExactly("a run ok", "a COMPLETED");
    }

    @Test
    void shouldEndTheOthersWhenOneThrows() {
        start(routes -> routes.from(SOURCE).routeId("in").process(step("a"))
                .process(exchange -> unit.untilDeliveryEnd(exchange, "bad", () -> ending -> {
                    throw new IllegalStateException("Cannot end");
                })).to(TARGET));

        put("m1");
        awaitCompleted();

        await().untilAsserted(() -> assertThat(heard).containsExactly("a run ok", "a COMPLETED"));
    }

    /** Case 84. */
    @Test
    void shouldRefuseARunWhoseDeliveryWasSettledWithoutIt() {
        List<Throwable> refused = new CopyOnWriteArrayList<>();
        start(routes -> routes.from(SOURCE).routeId("in").process(exchange -> {
            exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class).control().cancel();
            assertThatThrownBy(() -> StepMessage.refuseInVain(exchange)).satisfies(refused::add);
        }));

        put("m1");
        awaitCompleted();

        assertThat(refused).singleElement().isInstanceOfSatisfying(BridgeException.class,
                failure -> assertThat(failure.code()).isEqualTo(FailureCode.PROCESSOR_TIMEOUT));
    }
}
