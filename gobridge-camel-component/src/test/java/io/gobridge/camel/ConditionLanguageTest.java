package io.gobridge.camel;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.main.Main;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Conditions in plain Camel routes, without a gobridge component. */
class ConditionLanguageTest {

    private final TestBridge bridge = new TestBridge();

    @AfterEach
    void stop() {
        bridge.close();
    }

    @Test
    void shouldFilterAndChoose() throws Exception {
        bridge.route(
                routes -> routes.from("direct:in").filter().language("gobridge", "$.amount > 100 and plant = 'P7'").choice()
                        .when().language("gobridge", "subject prefix 'orders.'").to("mock:orders").otherwise().to("mock:rest"))
                .start();
        MockEndpoint orders = mock("mock:orders");
        MockEndpoint rest = mock("mock:rest");
        orders.expectedMessageCount(1);
        rest.expectedMessageCount(1);

        send("{\"amount\": 101}", Map.of("plant", "P7", "CamelGoBridgeSubject", "orders.created"));
        send("{\"amount\": 101}", Map.of("plant", "P7"));
        send("{\"amount\": 100}", Map.of("plant", "P7"));
        send("{\"amount\": 101}", Map.of("Plant", "P7"));

        MockEndpoint.assertIsSatisfied(bridge.context());
    }

    @Test
    void shouldFailAMessageThatCannotBeAsked() {
        bridge.route(routes -> routes.from("direct:in").errorHandler(routes.noErrorHandler()).filter()
                .language("gobridge", "$.amount > 100").to("mock:out")).start();

        Throwable error = catchThrowable(() -> send("not json", Map.of()));

        assertThat(error).isInstanceOf(CamelExecutionException.class).hasCauseInstanceOf(BridgeException.class);
        assertThat(((BridgeException) error.getCause()).code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
    }

    @Test
    void shouldRefuseAConditionThatCannotBeReadWhenTheRouteIsMade() {
        assertThatThrownBy(() -> bridge
                .route(routes -> routes.from("direct:in").filter().language("gobridge", "$.amount >").to("mock:out")).start())
                .hasStackTraceContaining("Condition cannot be read at position 11")
                .isInstanceOfAny(FailedToCreateRouteException.class, RuntimeException.class);
    }

    @Test
    void shouldBeAnExpressionToo() {
        Exchange exchange = exchange("{\"a\": 1}");

        assertThat(language().createExpression("$.a = 1").evaluate(exchange, Boolean.class)).isTrue();
        assertThat(language().createPredicate("$.a   =   1")).hasToString("$.a = 1");
    }

    @Test
    void shouldParseOnceHoweverManyStepsAsk() {
        Exchange exchange = exchange("{\"a\": 1}".getBytes(StandardCharsets.UTF_8));
        assertThat(language().createPredicate("$.a = 1").matches(exchange)).isTrue();
        JsonPayload first = ExchangeJson.of(exchange);

        assertThat(language().createPredicate("$.a = 2").matches(exchange)).isFalse();

        assertThat(ExchangeJson.of(exchange)).isSameAs(first);
    }

    @Test
    void shouldForgetWhatItParsedWhenTheBodyIsAnotherOne() {
        Exchange exchange = exchange("{\"a\": 1}");
        assertThat(language().createPredicate("$.a = 1").matches(exchange)).isTrue();

        exchange.getMessage().setBody("{\"a\": 2}");

        assertThat(language().createPredicate("$.a = 2").matches(exchange)).isTrue();
    }

    @Test
    void shouldLookIntoNothingAboveTheLimit() {
        ConditionLanguage language = new ConditionLanguage();
        language.setCamelContext(bridge.context());
        language.setPayloadLimit(4);

        Throwable error = catchThrowable(() -> language.createPredicate("$ = 12345").matches(exchange("12345")));

        assertThat(((BridgeException) error).code()).isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
        assertThat(language.createPredicate("$ = 1234").matches(exchange("1234"))).isTrue();
    }

    @Test
    void shouldTakeTheLimitFromTheProperties() throws Exception {
        Main main = new Main();
        main.configure().setAutoConfigurationEnabled(true);
        main.addInitialProperty("camel.language.gobridge.payloadLimit", "4");
        main.start();
        try {
            ConditionLanguage configured = (ConditionLanguage) main.getCamelContext().resolveLanguage("gobridge");

            assertThat(configured.getPayloadLimit()).isEqualTo(4);
        } finally {
            main.stop();
        }
    }

    @Test
    void shouldReadWhateverCanBeBytes() {
        assertThat(language().createPredicate("$.a = 1").matches(exchange(new ByteArrayInputStream(
                "{\"a\":1}".getBytes(
                        StandardCharsets.UTF_8)))))
                .isTrue();
        assertThat(language().createPredicate("$.a exists false").matches(exchange(null))).isTrue();

        Throwable error = catchThrowable(() -> language().createPredicate("$.a = 1").matches(exchange(new Object())));

        assertThat(((BridgeException) error).code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
    }

    @Test
    void shouldLeaveABodyThatCanBeReadOnceToTheNextStep() {
        Exchange exchange = exchange(new ByteArrayInputStream("{\"a\":1}".getBytes(StandardCharsets.UTF_8)));

        assertThat(language().createPredicate("$.a = 1").matches(exchange)).isTrue();

        assertThat(exchange.getMessage().getBody(String.class)).isEqualTo("{\"a\":1}");
    }

    /** Case 84. */
    @Test
    void shouldNotBlameThePayloadForWhatEndedTheRun() {
        BridgeException ended = BridgeException.of(FailureCode.PROCESSOR_TIMEOUT, "The run has ended");
        Exchange exchange = exchange(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException(ended);
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return read();
            }
        });

        assertThat(catchThrowable(() -> language().createPredicate("$.a = 1").matches(exchange))).isSameAs(ended);
    }

    @ParameterizedTest
    @ValueSource(strings = { "yaml", "xml" })
    void shouldFilterAsThePageSays(String language) throws Exception {
        String page = Files.readString(Path.of("..", "docs", "conditions.md"));
        String start = "```" + language + "\n";
        String example = page.substring(page.indexOf(start) + start.length());
        PluginHelper.getRoutesLoader(bridge.context()).loadRoutes(
                ResourceHelper.fromString("example." + language, example.substring(0, example.indexOf("```"))));
        bridge.start();
        mock("mock:large").expectedBodiesReceived("{\"amount\": 101}");

        for (int amount : new int[] { 100, 101 }) {
            bridge.context().createProducerTemplate().sendBodyAndHeader("direct:orders", "{\"amount\": " + amount + "}",
                    "plant",
                    "P7");
        }

        MockEndpoint.assertIsSatisfied(bridge.context());
    }

    private ConditionLanguage language() {
        return (ConditionLanguage) bridge.context().resolveLanguage("gobridge");
    }

    private Exchange exchange(Object body) {
        Exchange exchange = new DefaultExchange(bridge.context());
        exchange.getMessage().setBody(body);
        return exchange;
    }

    private MockEndpoint mock(String uri) {
        return bridge.context().getEndpoint(uri, MockEndpoint.class);
    }

    private void send(String body, Map<String, Object> headers) {
        bridge.context().createProducerTemplate().sendBodyAndHeaders("direct:in", body, headers);
    }
}
