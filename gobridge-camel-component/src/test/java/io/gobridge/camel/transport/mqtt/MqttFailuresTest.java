package io.gobridge.camel.transport.mqtt;

import java.net.ConnectException;

import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class MqttFailuresTest {

    @ParameterizedTest
    @CsvSource({
            "0x80, UNAVAILABLE", "0x83, UNAVAILABLE", "0x87, NOT_AUTHORIZED", "0x90, INVALID_CONFIG", "0x97, THROTTLED",
            "0x99, INVALID_PAYLOAD", "0x95, PAYLOAD_TOO_LARGE" })
    void shouldBlameTheTargetForItsOwnTopic(String reason, FailureCode code) {
        assertThat(MqttFailures.ofPublish(Integer.decode(reason), "Message m1", false).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({ "0x87, FORBIDDEN", "0x90, ADDRESS_TEMPLATE", "0x97, THROTTLED" })
    void shouldBlameTheMessageForItsAddress(String reason, FailureCode code) {
        var unit = MqttFailures.ofPublish(Integer.decode(reason), "Message m1", true);

        assertThat(unit.code()).isEqualTo(code);
        assertThat(unit.scope()).isEqualTo(FailureScope.MESSAGE);
        assertThat(unit.getMessage()).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
            "0x86, NOT_AUTHORIZED", "0x87, NOT_AUTHORIZED", "0x84, NOT_SUPPORTED", "0x85, INVALID_CONFIG", "0x88, UNAVAILABLE",
            "0x89, BROKER_BUSY", "0x82, PROTOCOL_ERROR", "0x9F, THROTTLED", "0x8E, UNAVAILABLE" })
    void shouldBlameTheTargetForTheSession(String reason, FailureCode code) {
        var unit = MqttFailures.ofSession(new MqttException(Integer.decode(reason)), "Connecting");

        assertThat(unit.code()).isEqualTo(code);
        assertThat(unit.scope()).isEqualTo(FailureScope.TARGET);
    }

    @Test
    void shouldNameTheErrorOfTheNetworkAndNotQuoteIt() {
        var unit = MqttFailures.ofSession(new MqttException(new ConnectException("to a secret place")), "Connecting");

        assertThat(unit.code()).isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(unit.getMessage()).contains("ConnectException").doesNotContain("secret");
    }
}
