package io.gobridge.camel.envelope;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Behaviour cases 1 and 2. */
class ReservedHeadersTest {

    @ParameterizedTest
    @ValueSource(strings = { "x-bridge.route-id", "X-Bridge.Foo", "X-BRIDGE.correlation-id", "x-bridge." })
    void shouldKnowWhatBelongsToTheBridgeInAnyLetterCase(String name) {
        assertThat(ReservedHeaders.isReserved(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "x-bridge", "x-bridg.x", "ax-bridge.x", "x_bridge.x", "" })
    void shouldNotReserveNamesThatOnlyLookAlike(String name) {
        assertThat(ReservedHeaders.isReserved(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "CamelAwsSqsOperation", "camelhttpuri", "CAMELSqlQuery", "org.apache.camel.x", "ORG.Apache.Camel.x" })
    void shouldKnowWhatDrivesACamelComponent(String name) {
        assertThat(ReservedHeaders.isCamel(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "caramel", "org.apache.camelot", "came", "app" })
    void shouldLeaveOtherNamesAlone(String name) {
        assertThat(ReservedHeaders.isCamel(name)).isFalse();
    }
}
