package io.gobridge.camel.testkit.outbox.crash;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files of lines that several processes append to; a line outlives the process that wrote it. */
final class Notes {

    private Notes() {
    }

    /** Appends a line in one write. */
    static void append(Path file, String line) {
        try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines so far; none when nobody wrote any. */
    static List<String> read(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
