package io.gobridge.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.ObjectMapper;

/** Keeps results as files beside the start script. */
final class Results {

    private Results() {
    }

    static Path file(String name) throws IOException {
        Path directory = Path.of(System.getProperty("benchmark.results", "results"));
        Files.createDirectories(directory);
        return directory.resolve(name + ".json");
    }

    /** Returns the page of the documentation. */
    static Path documentation(String page) {
        return Path.of(System.getProperty("benchmark.results", "results")).toAbsolutePath().getParent().resolveSibling("docs")
                .resolve(page);
    }

    static void write(String name, Object report) throws IOException {
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file(name).toFile(), report);
    }
}
