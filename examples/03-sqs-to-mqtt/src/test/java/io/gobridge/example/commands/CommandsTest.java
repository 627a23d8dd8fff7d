package io.gobridge.example.commands;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the example in both languages. */
class CommandsTest {

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldBringEachCommandToTheTopicOfItsPlant(boolean isXml) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        List<String> heard = new Commands(new PrintStream(out, true, StandardCharsets.UTF_8), isXml).run();

        assertThat(heard).containsExactlyInAnyOrder("plant/north/commands: open valve 7",
                "plant/north/commands: close valve 7", "plant/south/commands: stop");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("dead letter: to nobody, ", "receipts=4 completed=3",
                "dead_lettered=1");
    }
}
