package io.gobridge.example.mqtt;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the example once and looks at what an ordinary client read. */
class TwoBrokersTest {

    @Test
    void shouldBringEveryReadingToItsTopicWhileTheTargetIsAwayToo() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        List<String> read = new TwoBrokers(new PrintStream(out, true, StandardCharsets.UTF_8)).run();

        // What was on its way when the broker died may come twice.
        assertThat(read.stream().distinct()).containsExactlyInAnyOrderElementsOf(
                IntStream.rangeClosed(1, 20).mapToObj(n -> "plant/hall-" + n % 2 + " reading " + n).toList());
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("15 readings published, 10 of them unacknowledged", "completed=20")
                .endsWith("balanced=true\n");
    }
}
