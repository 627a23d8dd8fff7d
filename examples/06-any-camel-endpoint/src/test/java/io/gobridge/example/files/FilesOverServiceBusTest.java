package io.gobridge.example.files;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the example in each of its languages. */
class FilesOverServiceBusTest {

    @ParameterizedTest
    @EnumSource
    void shouldBringEachFileUnchangedToTheOtherDirectory(Language language, @TempDir Path directory) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        Map<String, byte[]> arrived
                = new FilesOverServiceBus(new PrintStream(out, true, StandardCharsets.UTF_8), language).run(directory);

        assertThat(arrived).containsOnlyKeys("letter.txt", "order.json", "picture.bin");
        assertThat(arrived.get("letter.txt")).asString(StandardCharsets.UTF_8).isEqualTo("Dear colleagues");
        assertThat(arrived.get("picture.bin")).containsExactly(0x89, 'P', 'N', 'G', 0, 0xFF, 0xFE);
        assertThat(FilesOverServiceBus.isAll(arrived)).isTrue();
        assertThat(directory.resolve("outbox").toFile().listFiles(file -> file.isFile())).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("ledger of the outbox: receipts=3 completed=3",
                "ledger of the inbox: receipts=3 completed=3").endsWith("balanced=true\n");
    }
}
