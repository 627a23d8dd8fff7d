package io.gobridge.camel;

import io.gobridge.camel.deadletter.DeadLetterFilter;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import org.apache.camel.util.SensitiveUtils;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Operations on dead letters where there is no HTTP server for Camel on the class path. */
class OperationsAtStartTest {

    private static final String KEY = "a key";

    @Test
    void shouldStartWithoutAServerThoughAKeyIsSet() {
        try (TestBridge bridge = new TestBridge()) {
            bridge.component().setApiKey(KEY);

            bridge.route(routes -> routes.from("gobridge:in?source=gobridge-memory:in").to("log:out")).start();

            assertThat(bridge.context().isStarted()).isTrue();
            assertThat(bridge.context().getRoute("gobridge-dead-letters")).isNull();
            assertThat(bridge.component().deadLetters().orElseThrow().list(DeadLetterFilter.ALL, "", 1)).isCompleted();
        }
    }

    /** Camel logs at start what properties set, and masks those whose names it takes for secrets. */
    @Test
    void shouldHaveTheKeyInAnOptionThatCamelMasks() {
        assertThat(new GoBridgeComponentConfigurer().getOptionType("apiKey", false)).isEqualTo(String.class);
        assertThat(SensitiveUtils.containsSensitive("camel.component.gobridge.apiKey")).isTrue();
    }

    @Test
    void shouldStartInAContextThatRunsAlready() {
        try (TestBridge bridge = new TestBridge().start()) {
            assertThat(bridge.component().deadLetters()).isPresent();

            bridge.route(routes -> routes.from("gobridge:in?source=gobridge-memory:in").routeId("r").to("log:out"));

            assertThat(bridge.consumer("r").reasons()).isEmpty();
        }
    }

    @Test
    void shouldOfferNothingWhenItCannotTellWhichStoreIsMeant() {
        try (TestBridge bridge = new TestBridge().bind("second", new MemoryDeadLetterStore())) {
            bridge.component().setApiKey(KEY);

            bridge.start();

            assertThat(bridge.component().deadLetters()).isEmpty();
        }
    }
}
