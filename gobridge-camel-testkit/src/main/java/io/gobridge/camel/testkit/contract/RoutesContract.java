package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever a route does between its two ends, it loses nothing and acknowledges nothing early: D-01, D-03. */
interface RoutesContract extends OnStage {

    @ParameterizedTest
    @EnumSource
    default void required_D03_theAckFollowsTheLastPart(RouteShape shape) throws Exception {
        RecordingSender accepted = new RecordingSender();
        HangingSender target = new HangingSender(accepted);
        putM();
        startShape(shape, stage().to(target, "sendTimeout=0"));

        for (int part = 1; part <= shape.parts().size(); part++) {
            stage().eventually(() -> assertThat(target.hanging()).isPositive());
            stage().always(Duration.ofMillis(100), this::assertNotAcked);
            target.letOneGo();
        }

        stage().awaitCompleted(1);
        stage().assertPartIds(accepted.ids(), shape.parts());
        assertThat(accepted.ids()).hasSameSizeAs(shape.parts());
    }

    @ParameterizedTest
    @EnumSource
    default void required_D03_aFailingPartLeavesTheSourceUnacked(RouteShape shape) throws Exception {
        RecordingSender accepted = new RecordingSender();
        String last = shape.parts().get(shape.parts().size() - 1);
        String first = shape.parts().get(0);
        List<String> victims = List.of(first.substring(1), last.substring(1));
        FailingSender target = new FailingSender(
                FailingSender.ALWAYS, Failing.unavailable(), accepted, stage().clock(),
                message -> victims.stream().anyMatch(path -> message.envelope().id().endsWith(path)));
        putM();
        startShape(shape, stage().to(target, "sendRetryBudget=0"));
        stage().eventually(() -> assertThat(target.attempts()).isNotEmpty());
        stage().always(Duration.ofSeconds(1), this::assertNotAcked);

        target.heal();

        stage().awaitCompleted(1);
        stage().assertPartIds(List.copyOf(new HashSet<>(accepted.ids())), shape.parts());
        assertThat(stage().deadTexts()).isEmpty();
    }

    private void putM() {
        stage().fixture.put(stage().message("m").build());
    }

    private void assertNotAcked() {
        stage().assertRemaining(1);
        assertThat(stage().counts().completed()).as(stage().counts().toString()).isZero();
    }

    private void startShape(RouteShape shape, String target) throws Exception {
        stage().start(routes -> shape.build(routes, routes.from(stage()
                .from("maxReplayAttempts=1000", "backoff.initial=200ms", "backoff.max=400ms", "backoff.jitter=0")), target));
    }

    /** Starts a route that fails as the test wants until it is healed. */
    private void startFailing(Consumer<RouteBuilder> before, Consumer<RouteDefinition> fail, Runs runs) throws Exception {
        stage().start(routes -> {
            before.accept(routes);
            RouteDefinition from = routes.from(stage().from("maxReplayAttempts=1000", "backoff.initial=200ms",
                    "backoff.max=400ms"));
            from.process(runs);
            fail.accept(from);
            from.to(stage().to());
        });
    }

    private void assertRetriedUntilHealed(Runs runs, Runnable heal) {
        stage().eventually(() -> assertThat(runs.count()).isGreaterThanOrEqualTo(2));
        assertNotAcked();
        heal.run();
        stage().awaitCompleted(1);
        assertThat(stage().received()).contains("m");
        assertThat(stage().deadTexts()).isEmpty();
    }

    @Test
    default void required_D03_aHandledFailureCompletes() throws Exception {
        stage().put("m");
        stage().start(routes -> {
            routes.onException(IllegalStateException.class).handled(true).to(stage().to());
            routes.from(stage().from()).throwException(new IllegalStateException("handled"));
        });

        stage().awaitCompleted(1);

        assertThat(stage().received()).containsExactly("m");
        assertThat(stage().deadTexts()).isEmpty();
    }

    @Test
    default void required_D03_aHandlerThatFailsIsRetried() throws Exception {
        Runs handler = new Runs(stage().clock()).failAll(Failing.unavailable());
        Runs runs = new Runs(stage().clock());
        stage().put("m");
        stage().start(routes -> {
            routes.onException(IllegalStateException.class).handled(true).process(handler).to(stage().to());
            routes.from(stage().from("maxReplayAttempts=1000", "backoff.initial=200ms", "backoff.max=400ms")).process(runs)
                    .throwException(new IllegalStateException("handled"));
        });

        assertRetriedUntilHealed(runs, handler::heal);
    }

    @Test
    default void required_D03_aFailureThatIsNotHandledIsRetried() throws Exception {
        Runs runs = new Runs(stage().clock()).failAll(new IllegalStateException("not handled"));
        AtomicInteger seen = new AtomicInteger();
        stage().put("m");
        startFailing(
                routes -> routes.onException(IllegalStateException.class).process(exchange -> seen.incrementAndGet()),
                from -> {
                }, runs);

        assertRetriedUntilHealed(runs, runs::heal);
        assertThat(seen).hasPositiveValue();
    }

    @Test
    default void required_D03_aContinuedFailureCompletes() throws Exception {
        Runs runs = new Runs(stage().clock()).failAll(new IllegalStateException("ignored"));
        stage().put("m");
        startFailing(routes -> routes.onException(IllegalStateException.class).continued(true), from -> {
        }, runs);

        stage().awaitCompleted(1);

        assertThat(stage().received()).containsExactly("m");
    }

    @Test
    default void required_D03_aDeadLetterChannelThatWorksCompletes() throws Exception {
        stage().put("m");
        startFailing(routes -> {
            routes.errorHandler(routes.deadLetterChannel("direct:dead"));
            routes.from("direct:dead").errorHandler(routes.noErrorHandler()).to(stage().to());
        }, from -> {
        }, new Runs(stage().clock()).failAll(new IllegalStateException("to the channel")));

        stage().awaitCompleted(1);

        assertThat(stage().received()).containsExactly("m");
    }

    @Test
    default void required_D03_aDeadLetterChannelThatFailsIsRetried() throws Exception {
        Runs runs = new Runs(stage().clock()).failAll(new IllegalStateException("to the channel"));
        stage().put("m");
        startFailing(routes -> {
            routes.errorHandler(routes.deadLetterChannel("direct:dead"));
            routes.from("direct:dead").errorHandler(routes.noErrorHandler()).throwException(Failing.unavailable());
        }, from -> {
        }, runs);

        assertRetriedUntilHealed(runs, runs::heal);
    }

    @Test
    default void required_D03_aDeadLetterChannelRouteThatHandlesItsOwnFailureBadlyIsRetried() throws Exception {
        Runs runs = new Runs(stage().clock()).failAll(new IllegalStateException("to the channel"));
        stage().put("m");
        startFailing(routes -> {
            routes.errorHandler(routes.deadLetterChannel("direct:dead"));
            routes.from("direct:dead").errorHandler(routes.defaultErrorHandler()).throwException(Failing.unavailable());
        }, from -> {
        }, runs);

        assertRetriedUntilHealed(runs, runs::heal);
    }

    @Test
    default void required_D03_markRollbackOnlyIsRetried() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        stage().put("m");
        stage().start(routes -> routes.from(stage().from("maxReplayAttempts=1000", "backoff.initial=200ms"))
                .process(exchange -> exchange.setRollbackOnly(runs.incrementAndGet() <= 2)).to(stage().to()));

        stage().awaitCompleted(1);

        assertThat(runs).hasValue(3);
    }

    @Test
    default void required_D03_markRollbackOnlyLastIsRetried() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        stage().put("m");
        stage().start(routes -> routes.from(stage().from("maxReplayAttempts=1000", "backoff.initial=200ms")).choice()
                .when(exchange -> runs.incrementAndGet() <= 2).markRollbackOnlyLast().otherwise().to(stage().to()));

        stage().awaitCompleted(1);

        assertThat(runs).hasValue(3);
        assertThat(stage().received()).containsExactly("m");
    }

    @Test
    default void required_D03_theDeliveryOfAWireTapIsReadOnly() throws Exception {
        BlockingQueue<Delivery> tapped = new LinkedBlockingQueue<>();
        HangingSender target = new HangingSender(new RecordingSender());
        stage().put("m");
        stage().start(routes -> {
            routes.from(stage().from("settlement=manual")).wireTap("direct:tap").to(stage().to(target, "sendTimeout=0"))
                    .process(exchange -> exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class).ack());
            routes.from("direct:tap").process(
                    exchange -> tapped.add(exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class)));
        });
        stage().eventually(() -> assertThat(tapped).hasSize(1));

        assertThat(tapped.element().ack().toCompletableFuture()).isCompletedExceptionally();

        assertThat(tapped.element().envelope().payload().toBytes()).isEqualTo(new byte[] { 'm' });
        assertNotAcked();
        stage().eventually(() -> assertThat(target.letOneGo()).isTrue());
        stage().awaitCompleted(1);
    }

    @Test
    default void required_D03_aRouteMayRemoveEveryHeader() throws Exception {
        stage().put("m");
        stage().start(routes -> routes.from(stage().from()).removeHeaders("*").to(stage().to()));

        stage().awaitCompleted(1);

        assertThat(stage().received()).containsExactly("m");
    }
}
