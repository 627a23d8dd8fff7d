package io.gobridge.camel.transport.servicebus;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceBusTextTest {

    @Test
    void shouldKeepWhatCanBeAnId() {
        assertThat(ServiceBusText.id("order-☃")).isEqualTo("order-☃");
        assertThat(ServiceBusText.id("x".repeat(128))).isEqualTo("x".repeat(128));
    }

    @Test
    void shouldGiveWhatCannotBeAnIdOneOfItsOwn() {
        String left = ServiceBusText.id("x".repeat(129));
        String right = ServiceBusText.id("x".repeat(130));

        assertThat(left).hasSize(64).isNotEqualTo(right).isEqualTo(ServiceBusText.id("x".repeat(129)));
    }

    @Test
    void shouldCutNoSurrogatePair() {
        assertThat(ServiceBusText.truncated("ab\uD83D\uDE00c", 3)).isEqualTo("ab");
        assertThat(ServiceBusText.truncated("ab\uD83D\uDE00c", 4)).isEqualTo("ab\uD83D\uDE00");
        assertThat(ServiceBusText.truncated("ab", 4)).isEqualTo("ab");
    }
}
