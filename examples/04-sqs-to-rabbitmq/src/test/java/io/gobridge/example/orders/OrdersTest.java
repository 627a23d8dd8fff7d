package io.gobridge.example.orders;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the example once and looks at what an ordinary client read. */
class OrdersTest {

    @Test
    void shouldBringEachOrderToTheQueueOfItsRegionAndKeepTheOneForWhichThereIsNone() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        List<String> read = new Orders(new PrintStream(out, true, StandardCharsets.UTF_8)).run();

        assertThat(read).containsExactlyInAnyOrder("warehouse.eu: 2 valves", "warehouse.us: 7 pumps", "couriers: 1 seal");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("dead letter: 9 hoses, No warehouse is near the region of order ",
                        "receipts=4 completed=3", "dead_lettered=1")
                .endsWith("balanced=true\n");
    }
}
