package io.gobridge.camel;

import java.time.Instant;
import java.util.List;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.exchange.FakeDelivery;
import io.gobridge.camel.failure.ConfigurationProblems;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OrderKeysTest {

    private static final String BY_KEY = "${header.x-bridge.ordering-key}";

    private final DefaultCamelContext context = new DefaultCamelContext();

    @BeforeEach
    void start() {
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private String key(String orderBy, Envelope.Builder message) {
        ConfigurationProblems problems = new ConfigurationProblems();
        String key = OrderKeys.of(context, orderBy, problems)
                .apply(new FakeDelivery(message.createdAt(Instant.EPOCH).build()));
        assertThat(problems.list()).isEqualTo(List.of());
        return key;
    }

    @Test
    void shouldOrderByTheKeyThatTheTransportLifted() {
        Envelope.Builder message = Envelope.withId("m").identity(Identity.NONE.withOrderingKey("car-1"));

        assertThat(key(BY_KEY, message)).isEqualTo("car-1");
    }

    @Test
    void shouldNotOrderByAKeyThatIsForged() {
        Envelope.Builder message
                = Envelope.withId("m").headers(Headers.builder().put("x-bridge.ordering-key", "forged").build());

        assertThat(key(BY_KEY, message)).isEmpty();
    }

    @Test
    void shouldOrderByAHeader() {
        Envelope.Builder message = Envelope.withId("m").headers(Headers.builder().put("car", "car-2").build());

        assertThat(key("${header.car}", message)).isEqualTo("car-2");
    }
}
