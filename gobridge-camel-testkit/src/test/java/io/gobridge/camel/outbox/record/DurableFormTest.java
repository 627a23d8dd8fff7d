package io.gobridge.camel.outbox.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.Payload;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DurableFormTest {

    private static Envelope message(String id, Payload payload) {
        return Envelope.withId(id).payload(payload).createdAt(Instant.EPOCH).build();
    }

    @Property
    void shouldGiveBackAnyPayload(@ForAll byte[] payload) {
        Envelope message = message("m", Payload.ofImmutable(payload));

        assertThat(DurableForm.read(DurableForm.write(message))).isEqualTo(message);
    }

    @Test
    void shouldTellNoPayloadFromAnEmptyOne() {
        assertThat(DurableForm.read(DurableForm.write(message("m", Payload.ABSENT))).payload().isAbsent()).isTrue();
        assertThat(DurableForm.read(DurableForm.write(message("m", Payload.EMPTY))).payload()).isEqualTo(Payload.EMPTY);
    }

    @Test
    void shouldKeepALineFeedInAnIdApartFromThePayload() {
        Envelope message = message("two\nlines", Payload.ofText("\n\n"));

        assertThat(DurableForm.read(DurableForm.write(message))).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "\n", "{", "{}\npayload", "null\n", "payload" })
    void shouldRefuseWhatIsNoMessage(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> DurableForm.read(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldRefuseAMessageWithTwoPayloads() {
        byte[] one = EnvelopeJson.write(message("m", Payload.ofText("one")));
        byte[] both = (new String(one, StandardCharsets.UTF_8) + "\ntwo").getBytes(StandardCharsets.UTF_8);

        assertThatIllegalArgumentException().isThrownBy(() -> DurableForm.read(both));
    }
}
