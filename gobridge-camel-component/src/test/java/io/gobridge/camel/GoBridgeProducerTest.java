package io.gobridge.camel;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GoBridgeProducerTest {

    private final TestBridge bridge = new TestBridge();
    private final GoBridgeProducer unit = (GoBridgeProducer) bridge.context()
            .getEndpoint("gobridge:plant?target=gobridge-memory:plant", GoBridgeEndpoint.class).createProducer();

    @AfterEach
    void stop() {
        bridge.close();
    }

    @Test
    void shouldTellHowItFaresBeforeAndAfterItRuns() {
        expectStopped();

        unit.start();

        assertThat(unit.reasons()).isEmpty();
        assertThat(unit.sendsTo("plant")).isTrue();

        unit.stop();

        expectStopped();
    }

    private void expectStopped() {
        assertThat(unit.reasons()).containsExactly("not started");
        assertThat(unit.sendsTo("plant")).isFalse();
        assertThat(unit.sendRetries()).isZero();
        assertThat(unit.exhausted()).isZero();
        assertThat(unit.endedLegs()).isZero();
    }
}
