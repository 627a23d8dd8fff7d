package io.gobridge.camel;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.routing.DestinationResolver;
import io.gobridge.camel.routing.DispatchPlan;
import io.gobridge.camel.routing.RulesResolver;
import org.apache.camel.Exchange;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Where a producer with bindings sends: behaviour cases 54, 73 and 75. */
class RoutingTest {

    private static final String SOURCE
            = "gobridge:orders?source=gobridge-memory:orders&maxReplayAttempts=1&backoff.initial=1ms";

    private final TestBridge bridge = new TestBridge();

    @BeforeEach
    void declareBindings() {
        Binding b1 = new Binding("gobridge-memory:b1");
        b1.setWhen("header.region = 'EU' and $.amount > 100");
        bridge.bind("b1", b1).bind("b2", new Binding("gobridge-memory:b2")).bind("b3", new Binding("gobridge-memory:b3"));
    }

    @AfterEach
    void stop() {
        bridge.close();
    }

    @Test
    void shouldTakeTheFirstBindingWhoseConditionHolds() {
        Binding us = new Binding("gobridge-memory:us");
        us.setWhen("region = 'US'");
        bridge.bind("us", us).bind("unused", new RulesResolver().otherwise("b3"));
        start("bindings=b1,us,b2&resolver=rules");

        put("1", "{\"amount\": 101}", "EU");
        put("2", "{\"amount\": 100}", "EU");
        put("3", "not json", "EU");
        put("4", "", "US");

        awaitIn("b1", "1");
        awaitIn("us", "4");
        awaitIn("b2", "2", "3");
    }

    @Test
    void shouldRejectWhatNoBindingWants() {
        start("bindings=b1&resolver=rules");

        put("1", "{}", "EU");

        awaitDeadLetter(DeadLetterCategory.REJECTED, FailureCode.NO_BINDING_MATCH);
    }

    @Test
    void shouldTakeTheOneResolverOfTheRegistry() {
        bridge.bind("r", new RulesResolver().when("region = 'EU'", "b3").otherwise("b2"));
        start("bindings=b2,b3&resolver=rules");

        put("1", "", "EU");
        put("2", "", "US");

        awaitIn("b3", "1");
        awaitIn("b2", "2");
    }

    @Test
    void shouldSendToTheFirstBindingOfAStaticResolver() {
        start("bindings=b2,b3&resolver=static");

        put("1", "", "EU");

        awaitIn("b2", "1");
        awaitIn("b3");
    }

    @Test
    void shouldSendToAllBindingsWhenFanningOut() {
        start("bindings=b2,b3&dispatchMode=fan_out");

        put("1", "", "EU");

        awaitIn("b2", "1");
        awaitIn("b3", "1");
    }

    @Test
    void shouldSendToTheBindingThatAStepChoseAndConsumeItsChoice() throws Exception {
        MockEndpoint after = bridge.context().getEndpoint("mock:after", MockEndpoint.class);
        after.expectedMessageCount(1);
        bridge.route(routes -> routes.from(SOURCE).setHeader("X-Bridge.Route-Override", routes.constant("b3"))
                .to("gobridge:out?bindings=b1,b3&resolver=rules").to("mock:after")).start();

        put("1", "{\"amount\": 101}", "EU");

        awaitIn("b3", "1");
        assertThat(bridge.queue("b3").messages().get(0).headers().contains(ReservedHeaders.ROUTE_OVERRIDE)).isFalse();
        MockEndpoint.assertIsSatisfied(bridge.context());
        Exchange seen = after.getExchanges().get(0);
        assertThat(seen.getMessage().getHeader(ReservedHeaders.ROUTE_OVERRIDE)).isNull();
    }

    @Test
    void shouldKeepTheChoiceForAnErrorHandlerThatRepeatsTheStep() {
        FailingOnce once = new FailingOnce();
        bridge.bind("b4", new Binding(once)).route(routes -> routes.from(SOURCE)
                .errorHandler(routes.defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(1))
                .setHeader(ReservedHeaders.ROUTE_OVERRIDE, routes.constant("b4"))
                .to("gobridge:out?bindings=b2,b4&resolver=static&sendRetryBudget=0")).start();

        put("1", "", "EU");

        await().untilAsserted(() -> assertThat(once.accepted()).containsExactly("1"));
        awaitIn("b2");
    }

    @Test
    void shouldRejectAChoiceThatIsNoneOfItsBindings() {
        bridge.route(routes -> routes.from(SOURCE).setHeader(ReservedHeaders.ROUTE_OVERRIDE, routes.constant("b9"))
                .to("gobridge:out?target=gobridge-memory:b1")).start();

        put("1", "", "EU");

        awaitDeadLetter(DeadLetterCategory.REJECTED, FailureCode.NO_BINDING_MATCH);
        awaitIn("b1");
    }

    @Test
    void shouldRetryWhenABeanNamesNoDestination() {
        bridge.bind("nothing", (DestinationResolver) envelope -> List.of());
        start("bindings=b1,b2&resolver=#nothing");

        put("1", "", "EU");

        awaitDeadLetter(DeadLetterCategory.POISON, FailureCode.UNAVAILABLE);
        assertThat(bridge.deadLetters().entries()).extracting(DeadLetter::attempts).containsExactly(2);
    }

    @Test
    void shouldHoldAMessageForWhichABeanNamesTooManyDestinations() {
        bridge.bind("two", (DestinationResolver) envelope -> List.of(DispatchPlan.to("b1"), DispatchPlan.to("b2")));
        bridge.route(routes -> routes.from(SOURCE).routeId("r").to("gobridge:out?bindings=b1,b2&resolver=#two")).start();

        put("1", "", "EU");

        await().untilAsserted(() -> assertThat(bridge.consumer("r").reasons())
                .anyMatch(reason -> reason.contains("INVALID_CONFIG") && reason.contains("set dispatchMode=fan_out")));
        assertThat(bridge.queue("b1").size() + bridge.queue("b2").size()).isZero();
        assertThat(bridge.deadLetters().entries()).isEmpty();
    }

    @Test
    void shouldTakeAddressAndHeadersOfAPlanButNoReservedHeaderThatIsThere() {
        bridge.bind("plans", (DestinationResolver) envelope -> List.of(new DispatchPlan(
                "b2", "", Headers.of(
                        Map.of("lane", "fast", "x-bridge.Correlation-Id", "forged")))));
        start("bindings=b1,b2&resolver=#plans");

        put("1", "", "EU");

        awaitIn("b2", "1");
        Headers headers = bridge.queue("b2").messages().get(0).headers();
        assertThat(headers.text("lane")).contains("fast");
        assertThat(headers.contains("x-bridge.Correlation-Id")).isFalse();
        assertThat(headers.text(ReservedHeaders.CORRELATION_ID)).isNotEmpty();
    }

    @Test
    void shouldParseAPayloadOnceForAStepAndAResolver() {
        List<JsonPayload> seen = new CopyOnWriteArrayList<>();
        bridge.bind("watching", new DestinationResolver() {
            @Override
            public List<DispatchPlan> resolve(Envelope envelope) {
                throw new AssertionError("The payload was parsed already");
            }

            @Override
            public List<DispatchPlan> resolve(Envelope envelope, JsonPayload payload) {
                seen.add(payload);
                return List.of(DispatchPlan.to("b2"));
            }
        });
        bridge.route(routes -> routes.from(SOURCE).filter().language("gobridge", "$.amount > 100")
                .process(exchange -> seen.add(ExchangeJson.of(exchange))).to("gobridge:out?bindings=b2,b3&resolver=#watching"))
                .start();

        put("1", "{\"amount\": 101}", "EU");

        awaitIn("b2", "1");
        assertThat(seen).hasSize(2);
        assertThat(seen.get(1)).isSameAs(seen.get(0));
    }

    @Test
    void shouldTakeAnotherProducerForABinding() {
        bridge.route(routes -> routes.from(SOURCE).to("gobridge:out?bindings=b2,plant&resolver=all&dispatchMode=fan_out"));
        bridge.route(routes -> routes.from("direct:other").to("gobridge:plant?target=gobridge-memory:plant")).start();

        put("1", "", "EU");

        awaitIn("b2", "1");
        awaitIn("plant", "1");
    }

    @Test
    void shouldTakeABindingForATarget() {
        bridge.route(routes -> routes.from(SOURCE).to("gobridge:out?target=#b2")).start();

        put("1", "", "EU");

        awaitIn("b2", "1");
    }

    private void start(String producer) {
        bridge.route(routes -> routes.from(SOURCE).to("gobridge:out?" + producer)).start();
    }

    private void put(String id, String text, String region) {
        bridge.queue("orders").put(TestBridge.message(id, text, Headers.of(Map.of("region", region))));
    }

    private void awaitIn(String queue, String... ids) {
        await().untilAsserted(() -> {
            assertThat(bridge.queue("orders").size()).isZero();
            assertThat(bridge.queue(queue).messages()).extracting(Envelope::id).containsExactlyInAnyOrder(ids);
        });
    }

    private void awaitDeadLetter(DeadLetterCategory category, FailureCode code) {
        await().untilAsserted(() -> assertThat(bridge.deadLetters().entries()).singleElement()
                .returns(category, DeadLetter::category).returns(code, DeadLetter::code));
    }
}
