package io.gobridge.camel;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.routing.RulesResolver;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.builder.AggregationStrategies;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** A wrong set-up fails at start and says which option, which value, and what is allowed. */
class BadConfigurationTest {

    private static final String SOURCE = "gobridge:orders?source=gobridge-memory:orders";
    private static final String TARGET = "gobridge:plant?target=gobridge-memory:plant";

    private TestBridge bridge = new TestBridge();

    @AfterEach
    void stop() {
        bridge.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "backoff.initial=0                       | backoff.initial=PT0S: must be above zero",
            "backoff.initial=10s&backoff.max=1s      | backoff.max=PT1S: must be at least backoff.initial, PT10S",
            "backoff.multiplier=0.5                  | backoff.multiplier=0.5: must be at least 1",
            "backoff.jitter=1.5                      | backoff.jitter=1.5: must be from 0 to 1",
            "backoff.initial=soon                    | backoff.initial=soon: must be a duration such as 500ms or 1s",
            "backoff.multiplier=twice                | backoff.multiplier=twice: must be a number of at least 1",
            "backoff.delay=1s                        | backoff.delay=1s: unknown; allowed are backoff.initial, backoff.max",
            "maxReplayAttempts=-1                    | maxReplayAttempts=-1: must not be negative",
            "processTimeout=0                        | processTimeout=PT0S: must be above zero",
            "maxInFlight=0                           | maxInFlight=0: must be at least 1",
            "onPermanentFailure=reject               | onPermanentFailure=reject: this source has no dead-lettering",
            "onExpired=reject                        | onExpired=REJECT: allowed are dlq and drop",
            "onFiltered=reject                       | onFiltered=REJECT: allowed are dlq and drop",
            "orderBy=RAW(${header.x)                 | orderBy=${header.x: must be a simple expression",
            "source.nosuch=1                         | source=gobridge-memory:orders: is no usable endpoint: it has no option nosuch",
            "deadLetter=nosuch:there                 | deadLetter=nosuch:there: is no usable endpoint: No endpoint could be found",
            "settlement=foo                          | settlement=foo: allowed are auto, manual",
            "onExpired=foo                           | onExpired=foo: allowed are dlq, drop, reject",
            "processTimeout=soon                     | processTimeout=soon: must be a duration such as 500ms or 30s",
            "deadLetter=#nosuch                      | deadLetter=#nosuch: there is no such bean in the registry",
            "deliveryPolicy=#nosuch                  | deliveryPolicy=#nosuch: there is no such bean in the registry" })
    void shouldRefuseABadReceivingSide(String option, String problem) {
        assertThat(failure(SOURCE + "&" + option, TARGET)).hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "gobridge:orders                            | source=null: required: the URI of a Camel endpoint",
            "gobridge:orders?source=nosuch:orders       | source=nosuch:orders: is no usable endpoint: No endpoint could be found",
            "gobridge:orders?source=#nosuch             | source=#nosuch: there is no such bean" })
    void shouldRefuseABadSource(String from, String problem) {
        assertThat(failure(from, TARGET)).hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "sendTimeout=-5               | sendTimeout=-5 ms: must not be negative; 0 is no limit",
            "sendRetryBudget=-5           | sendRetryBudget=-5 ms: must not be negative; 0 is one send only",
            "backoff.jitter=2             | backoff.jitter=2.0: must be from 0 to 1",
            "ackAfter=outbox_persist      | ackAfter=outbox_persist: contradicts deliveryMode=direct_hold",
            "deliveryMode=shared_outbox   | deliveryMode=shared_outbox: needs an outbox",
            "resolver=rules               | resolver=rules: there is nothing to choose from; set bindings",
            "bindings=eu                  | target=(set): the bindings have the targets; set one or the other",
            "deliveryMode=foo             | deliveryMode=foo: allowed are direct_hold, shared_outbox",
            "target.nosuch=1              | target=gobridge-memory:plant: is no usable endpoint: it has no option nosuch" })
    void shouldRefuseABadSendingSide(String option, String problem) {
        assertThat(failure(SOURCE, TARGET + "&" + option)).hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "bindings=eu,nosuch                      | bindings=nosuch: there is no Binding bean of this name",
            "bindings=eu,us                          | resolver=null: there are 2 bindings: set it to rules, header_map, static or #bean",
            "bindings=eu,us&resolver=all             | dispatchMode=single: the resolver names 2 bindings for each message; set dispatchMode=fan_out",
            "bindings=eu,eu&resolver=static          | bindings=eu,eu: names 'eu' twice",
            "bindings=RAW(,)                         | bindings=,: name Binding beans or other gobridge producers",
            "bindings=eu&address=a                   | address=a: each binding has its own; set it there",
            "bindings=eu,us&resolver=foo             | resolver=foo: allowed are rules, header_map, all, static, and #bean",
            "bindings=eu,us&resolver=rules           | resolver=rules: set when on the Binding beans, or put exactly one RulesResolver",
            "bindings=eu,us&resolver=header_map      | resolver=header_map: put exactly one HeaderMapResolver into the registry",
            "bindings=eu&resolver=#mars              | it chooses mars; allowed are the bindings eu",
            "bindings=eu,odd&resolver=rules          | bindings 'odd' when=a >: Condition cannot be read at position 4",
            "bindings=eu,odd&resolver=rules          | bindings 'eu' when=null: it takes every message",
            "bindings=broken                         | bindings 'broken' target=nosuch:x: is no usable endpoint",
            "bindings=plant&dispatchMode=fan_out     | bindings=plant: there is no Binding bean of this name" })
    void shouldRefuseBadBindings(String options, String problem) {
        Binding odd = new Binding("gobridge-memory:odd");
        odd.setWhen("a >");
        bridge.bind("eu", new Binding("gobridge-memory:eu")).bind("us", new Binding("gobridge-memory:us")).bind("odd", odd)
                .bind("broken", new Binding("nosuch:x"));
        if (options.contains("#mars")) {
            bridge.bind("mars", new RulesResolver().otherwise("mars"));
        }

        assertThat(failure(SOURCE, "gobridge:plant?" + options)).hasMessageContaining(problem);
    }

    @Test
    void shouldRefuseAProducerWithoutTarget() {
        assertThat(failure(SOURCE, "gobridge:plant")).hasMessageContaining("to(gobridge:plant) target=null: required");
        stop();
        bridge = new TestBridge();
        assertThat(failure("direct:start", "gobridge:plant")).hasMessageContaining("target=null: required");
    }

    @Test
    void shouldNameThreeWaysToMendAMissingStore() {
        bridge = new TestBridge(null);

        assertThat(failure(SOURCE, TARGET)).hasMessageContaining("deadLetter=null").hasMessageContaining("dlq")
                .hasMessageContaining("set deadLetter to #bean or to an endpoint URI")
                .hasMessageContaining("put exactly one DeadLetterStore into the registry")
                .hasMessageContaining("set those options to drop");
    }

    @Test
    void shouldRefuseASourceThatForgetsWithoutAStore() {
        bridge = new TestBridge(null);

        String from = "gobridge:orders?source=seda:orders&onExpired=drop&onPermanentFailure=drop";

        assertThat(failure(from, TARGET)).hasMessageContaining("deadLetter=null: this source does not hand a failed message");
    }

    @Test
    void shouldRefuseTwoRoutesWithOneSourceName() {
        bridge.route(routes -> routes.from("gobridge:orders?source=gobridge-memory:other").routeId("first").to(TARGET));

        assertThat(failure(SOURCE, TARGET)).hasMessageContaining("name=orders: route 'first' receives under this name already");
    }

    @Test
    void shouldRefuseTwoDifferentBindingsWithOneName() {
        assertThat(failure(SOURCE, TARGET, TARGET + "2"))
                .hasMessageContaining("name=plant: another gobridge producer with other options has this name");
    }

    @Test
    void shouldRefuseToSettleWhatIsAggregatedLater() {
        bridge.route(routes -> routes.from(SOURCE).routeId("r")
                .aggregate(routes.constant(true), AggregationStrategies.groupedBody()).completionSize(2).to(TARGET));

        assertThat(failure()).hasMessageContaining("settlement=auto: the route aggregates")
                .hasMessageContaining("set settlement=manual");
    }

    @Test
    void shouldRefuseBadComponentOptions() {
        bridge.component().setMaxHops(-1);
        bridge.component().setWorkers(0);

        assertThat(failure(SOURCE, TARGET)).hasMessageContaining("maxHops=-1: must not be negative")
                .hasMessageContaining("workers=0: must be at least 1");
    }

    @Test
    void shouldReportAllProblemsOfARouteAtOnce() {
        BridgeException failure = failure(SOURCE + "&maxInFlight=0&backoff.jitter=7&source.nosuch=1",
                "gobridge:one?target=nosuch:x&sendTimeout=-1", "gobridge:two?deliveryMode=shared_outbox");

        assertThat(failure).hasMessageContaining("Route 'r' from gobridge:orders cannot start, 7 problems:");
        assertThat(failure.getMessage().lines().filter(line -> line.startsWith("  - ")).map(line -> line.split("=", 2)[0]))
                .containsExactlyInAnyOrder("  - maxInFlight", "  - backoff.jitter", "  - source",
                        "  - to(gobridge:one) target", "  - to(gobridge:one) sendTimeout",
                        "  - to(gobridge:two) deliveryMode", "  - to(gobridge:two) target");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "source=gobridge-memory:orders&source.password=hunter2", "source=gobridge-memory:orders&source.pasword=hunter2",
            "source=gobridge-memory:orders&source.apiKey=RAW(hunter2)", "source=nosuch:orders&source.secretKey=hunter2",
            "source=RAW(gobridge-memory:orders?password=hunter2)", "source=RAW(gobridge-memory:orders?pasword=hunter2)",
            "source=gobridge-memory:orders&source.password=hunter2&source.nosuch=1",
            "source=gobridge-memory:orders&source.password=hunter2&maxInFlight=0",
            "source=gobridge-memory:orders&source.password=hunter2&settlement=foo" })
    void shouldNeverTellASecret(String options) {
        BridgeException failure = failure("gobridge:orders?" + options, TARGET);

        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));

        assertThat(text.toString()).doesNotContain("hunter2");
        assertThat(bridge.context().getEndpoints()).noneMatch(endpoint -> endpoint.toString().contains("hunter2"));
    }

    private BridgeException failure(String from, String... to) {
        bridge.route(routes -> {
            var route = routes.from(from).routeId("r");
            List.of(to).forEach(route::to);
        });
        return failure();
    }

    private BridgeException failure() {
        Throwable error = catchThrowable(bridge::start);
        assertThat(error).isInstanceOfAny(FailedToStartRouteException.class, FailedToCreateRouteException.class);
        while (!(error instanceof BridgeException)) {
            assertThat(error).as("no BridgeException in the chain").isNotNull();
            error = error.getCause();
        }
        assertThat(((BridgeException) error).code()).isEqualTo(FailureCode.INVALID_CONFIG);
        return (BridgeException) error;
    }
}
