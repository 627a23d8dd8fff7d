package io.gobridge.camel.transport.sqs;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.ReservedHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SqsAttributesTest {

    private static final List<String> TRACE = List.of("traceparent", "tracestate");

    private static final List<String> FOR_BRIDGES = List.of(ReservedHeaders.CORRELATION_ID, ReservedHeaders.CAUSATION_ID,
            ReservedHeaders.TENANT_ID, ReservedHeaders.FORWARDED_FROM, ReservedHeaders.FORWARDED_HOP);

    /** Case 105. */
    @ParameterizedTest
    @ValueSource(ints = { 0, 10, 11, 12, 40 })
    void shouldNameTheEssentialFirstThenApplicationHeadersAndPackTheRest(int count) {
        Headers.Builder headers = Headers.builder();
        List<String> others = applicationHeaders(count, headers);
        TRACE.forEach(name -> headers.put(name, "v"));
        FOR_BRIDGES.forEach(name -> headers.put(name, "v"));

        SqsAttributes unit = SqsAttributes.of(message().headers(headers.build()).build());

        assertThat(unit.named()).containsKeys("Subject", ReservedHeaders.IDEMPOTENCY_KEY, "traceparent", "tracestate")
                .hasSize(4 + Math.min(count, 5)).doesNotContainKeys(FOR_BRIDGES.toArray(new String[0]));
        assertThat(unit.packed()).hasSize(FOR_BRIDGES.size() + Math.max(0, count - 5)).containsKeys(
                FOR_BRIDGES.toArray(new String[0]));
        assertThat(others).allMatch(name -> unit.named().containsKey(name) != unit.packed().containsKey(name));
    }

    @Test
    void shouldNameApplicationHeadersInNameOrderWhileThereIsRoom() {
        Headers.Builder headers = Headers.builder();
        applicationHeaders(12, headers);

        SqsAttributes unit = SqsAttributes.of(message().headers(headers.build()).build());

        assertThat(unit.named()).hasSize(9).containsKeys("a00", "a06").doesNotContainKey("a07");
        assertThat(unit.packed()).hasSize(5);
    }

    @Test
    void shouldSendBothTraceHeadersTheSameWay() {
        SqsAttributes unit = SqsAttributes.of(message()
                .headers(Headers.of(Map.of("traceparent", "p", "tracestate", ""))).build());

        assertThat(unit.named()).doesNotContainKeys("traceparent", "tracestate");
        assertThat(unit.packed()).containsOnlyKeys("traceparent", "tracestate");
    }

    @Test
    void shouldSendAnIdentityKeyOnce() {
        Headers headers = Headers.of(Map.of(ReservedHeaders.IDEMPOTENCY_KEY, "key", ReservedHeaders.DEDUP_ID, "dedup",
                ReservedHeaders.ORDERING_KEY, "order"));

        SqsAttributes unit = SqsAttributes.of(message().headers(headers).identity(new Identity("key", "dedup", "")).build());

        assertThat(unit.named()).containsOnlyKeys("Subject", ReservedHeaders.IDEMPOTENCY_KEY);
        assertThat(unit.packed()).containsOnlyKeys(ReservedHeaders.ORDERING_KEY);
    }

    private static List<String> applicationHeaders(int count, Headers.Builder headers) {
        List<String> names = new ArrayList<>();
        for (int i = count - 1; i >= 0; i--) {
            String name = "a%02d".formatted(i);
            headers.put(name, "v");
            names.add(name);
        }
        return names;
    }

    private static Envelope.Builder message() {
        return Envelope.withId("m1").createdAt(Instant.EPOCH).subject("s").identity(new Identity("key", "", ""));
    }
}
