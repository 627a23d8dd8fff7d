package io.gobridge.camel.envelope;

import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Behaviour cases 1 to 3. */
class ReservedHeadersTest {

    @Test
    void shouldStripReservedHeadersInAnyLetterCase() {
        Map<String, Object> headers = new LinkedHashMap<>();
        headers.put("x-bridge.route-id", "a");
        headers.put("X-Bridge.Foo", "b");
        headers.put("X-BRIDGE.correlation-id", "c");
        headers.put("app", "d");

        assertThat(ReservedHeaders.strip(headers)).containsOnlyKeys("app");
    }

    @ParameterizedTest
    @ValueSource(strings = { "x-bridge", "x-bridg.x", "ax-bridge.x", "x_bridge.x", "" })
    void shouldKeepNamesThatOnlyLookReserved(String name) {
        assertThat(ReservedHeaders.strip(Map.of(name, "v"))).containsOnlyKeys(name);
    }

    @Test
    void shouldTellAbsentFromEmptyHeaders() {
        assertThat(ReservedHeaders.strip(null)).isNull();
        assertThat(ReservedHeaders.strip(Map.of())).isNotNull().isEmpty();
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
