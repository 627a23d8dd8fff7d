package io.gobridge.example.outbox;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the example once and looks at what an ordinary client read. */
class SharedOrdersTest {

    @Test
    void shouldBringEveryOrderToItsHallThoughANodeIsKilledAndAHallForbidden() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        List<String> read = new SharedOrders(new PrintStream(out, true, StandardCharsets.UTF_8)).run();

        // What was on its way when the node was killed may come twice.
        assertThat(read.stream().distinct()).containsExactlyInAnyOrderElementsOf(
                IntStream.rangeClosed(1, 66).mapToObj(n -> "plant/hall-" + n % 3 + " order " + n).toList());
        assertThat(out.toString(StandardCharsets.UTF_8)).containsSubsequence(
                "2           2", "-- node-a is killed --", "0           4",
                "dead letter for plant/hall-2, PERMANENT: ", "dead letter for plant/hall-2, PERMANENT: ",
                "redrive them: 200 --",
                "66 of 66 orders arrived, 0 dead letters are left")
                .endsWith("node-b stopped, and left 0 partitions to wait for their leases to end\n");
    }
}
