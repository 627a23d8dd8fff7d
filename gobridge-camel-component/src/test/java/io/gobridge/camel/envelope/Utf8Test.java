package io.gobridge.camel.envelope;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class Utf8Test {

    @ParameterizedTest
    @ValueSource(strings = { "", "a", "\u007f\u0080", "\u07ff\u0800", "\ud7ff\ue000\uffff", "x\ud83d\ude00y", "\udbff\udfff" })
    void shouldCountTheBytesOfWhatCanBeEncoded(String text) {
        assertThat(Utf8.isEncodable(text)).isTrue();
        assertThat(Utf8.length(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void shouldFindHalfOfASurrogatePair() {
        assertThat(Utf8.isEncodable("\ud83d")).isFalse();
        assertThat(Utf8.isEncodable("a\ud83dz")).isFalse();
        assertThat(Utf8.isEncodable("\ude00\ud83d")).isFalse();
        assertThat(Utf8.isEncodable("\ud83d\ude00\ude00")).isFalse();
    }
}
