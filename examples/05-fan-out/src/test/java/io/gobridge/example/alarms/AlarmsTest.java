package io.gobridge.example.alarms;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the example once and looks at what ordinary clients read. */
class AlarmsTest {

    @Test
    void shouldBringEachAlarmOnceToTheTwoThatStayAndAllToTheOneThatComesBack() throws Exception {
        List<String> alarms = IntStream.rangeClosed(1, 10).mapToObj(number -> "alarm " + number).toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        Alarms.Result result = new Alarms(new PrintStream(out, true, StandardCharsets.UTF_8)).run();

        assertThat(result.screens()).containsExactlyInAnyOrderElementsOf(alarms);
        assertThat(result.archive()).containsExactlyInAnyOrderElementsOf(alarms);
        // What was on its way when the broker died may come twice.
        assertThat(result.onCall().stream().distinct()).containsExactlyInAnyOrderElementsOf(alarms);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("10 alarms raised, 10 of them on the screens, 10 in the archive, 7 unacknowledged", "completed=10")
                .endsWith("balanced=true\n");
    }
}
