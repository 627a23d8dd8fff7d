package io.gobridge.camel.transport.sqs;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class VisibilitiesTest {

    /** Case 107. */
    @ParameterizedTest
    @CsvSource({
            "-1000, 0, 0", "0, 0, 0", "400, 0, 1", "1000, 0, 1", "1001, 0, 2", "43200000, 0, 43200", "50000000, 0, 43200",
            "50000000, 43200, 0", "50000000, 50000, 0", "10000, 43195, 5", "10000, -7, 10" })
    void shouldRoundUpAndStayWithinTwelveHoursOfTheReceipt(long waitMillis, long secondsSinceReceipt, int seconds) {
        assertThat(Visibilities.seconds(Duration.ofMillis(waitMillis), Duration.ofSeconds(secondsSinceReceipt)))
                .isEqualTo(seconds);
    }
}
