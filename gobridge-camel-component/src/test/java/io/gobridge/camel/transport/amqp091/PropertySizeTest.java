package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import com.rabbitmq.client.AMQP.BasicProperties;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PropertySizeTest {

    @Property(tries = 300)
    void shouldBeNoLessThanWhatIsEncoded(
            @ForAll Map<@StringLength(max = 80) String, String> texts, @ForAll long number, @ForAll double fraction)
            throws IOException {
        Map<String, Object> headers = new HashMap<>(texts);
        headers.put("number", number);
        headers.put("fraction", fraction);
        BasicProperties properties = properties(headers);

        assertThat(PropertySize.atMost(properties)).isGreaterThanOrEqualTo(properties.toFrame(1, 1_000).size());
    }

    @Test
    void shouldBeNoLessThanWhatIsEncodedWithoutHeaders() throws IOException {
        BasicProperties properties = properties(null);

        assertThat(PropertySize.atMost(properties)).isGreaterThanOrEqualTo(properties.toFrame(1, 1_000).size());
    }

    @Test
    void shouldLeaveToTheEncodingWhatItDoesNotKnow() {
        assertThat(PropertySize.atMost(properties(Map.of("bytes", new byte[3])))).isEqualTo(Long.MAX_VALUE);
    }

    private static BasicProperties properties(Map<String, Object> headers) {
        String longest = "x".repeat(255);
        return new BasicProperties.Builder().contentType(longest).contentEncoding(longest).correlationId(longest)
                .replyTo(longest).expiration(longest).messageId(longest).type(longest).userId(longest).appId(longest)
                .clusterId(longest).headers(headers).build();
    }
}
