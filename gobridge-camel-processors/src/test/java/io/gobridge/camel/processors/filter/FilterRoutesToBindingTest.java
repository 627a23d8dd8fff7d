package io.gobridge.camel.processors.filter;

import java.time.Instant;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.transport.memory.MemoryEndpoint;
import io.gobridge.camel.transport.memory.MemoryQueue;
import org.apache.camel.ErrorHandlerFactory;
import org.apache.camel.builder.DeadLetterChannelBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A filter between a gobridge source and its targets. */
class FilterRoutesToBindingTest {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();

    @AfterEach
    void stop() {
        context.stop();
    }

    /** Case 73. */
    @Test
    void shouldSendToTheBindingAndLeaveNoTraceOnTheWire() throws Exception {
        bridge(FilterSettings.of("large", Condition.parse("$.n > 1")).routingTo("b2"), new DefaultErrorHandlerDefinition());

        queue("in").put(message("1", "{\"n\": 1}"));
        queue("in").put(message("2", "{\"n\": 2}"));

        await().untilAsserted(() -> {
            assertThat(queue("one").messages()).extracting(Envelope::id).containsExactly("1");
            assertThat(queue("two").messages()).extracting(Envelope::id).containsExactly("2");
        });
        assertThat(queue("two").messages().get(0).headers().contains(ReservedHeaders.ROUTE_OVERRIDE)).isFalse();
    }

    @Test
    void shouldSettleWhatIsFilteredAndRejectWhatCannotBeAsked() throws Exception {
        bridge(FilterSettings.of("large", Condition.parse("$.n > 1")), new DefaultErrorHandlerDefinition());

        queue("in").put(message("filtered", "{\"n\": 1}"));
        queue("in").put(message("broken", "not json"));
        queue("in").put(message("sent", "{\"n\": 2}"));

        await().untilAsserted(() -> {
            assertThat(queue("in").messages()).isEmpty();
            assertThat(queue("one").messages()).extracting(Envelope::id).containsExactly("sent");
            assertThat(deadLetters.entries()).extracting(letter -> letter.envelope().id()).containsExactly("broken");
        });
    }

    /** To Camel it is a failure, and it would put it into its dead letters or log it as an error. */
    @Test
    void shouldNotHandAFilteredMessageToTheErrorHandler() throws Exception {
        bridge(FilterSettings.of("large", Condition.parse("$.n > 1")), new DeadLetterChannelBuilder("mock:failed"));

        queue("in").put(message("filtered", "{\"n\": 1}"));
        queue("in").put(message("broken", "not json"));

        MockEndpoint failed = context.getEndpoint("mock:failed", MockEndpoint.class);
        await().untilAsserted(() -> {
            assertThat(queue("in").messages()).isEmpty();
            assertThat(failed.getExchanges()).extracting(exchange -> exchange.getMessage().getBody(String.class))
                    .containsExactly("not json");
        });
        assertThat(deadLetters.entries()).isEmpty();
    }

    private void bridge(FilterSettings settings, ErrorHandlerFactory errorHandler) throws Exception {
        context.getRegistry().bind("deadLetters", deadLetters);
        context.getRegistry().bind("b1", binding("gobridge-memory:one"));
        context.getRegistry().bind("b2", binding("gobridge-memory:two"));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(errorHandler);
                from("gobridge:in?source=gobridge-memory:in").process(new FilterProcessor(settings))
                        .to("gobridge:out?bindings=b1,b2&resolver=static");
            }
        });
        context.start();
    }

    private static Binding binding(String target) {
        Binding binding = new Binding();
        binding.setTarget(target);
        return binding;
    }

    private MemoryQueue queue(String name) {
        return context.getEndpoint("gobridge-memory:" + name, MemoryEndpoint.class).getQueue();
    }

    private static Envelope message(String id, String text) {
        return Envelope.withId(id).createdAt(Instant.parse("2026-01-01T00:00:00Z")).payload(Payload.ofText(text)).build();
    }
}
