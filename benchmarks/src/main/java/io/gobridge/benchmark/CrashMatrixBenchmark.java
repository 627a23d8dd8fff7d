package io.gobridge.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;

import io.gobridge.camel.testkit.outbox.crash.CrashMatrix;

/** Every fault at every point of the shared outbox; writes the page of the documentation. */
final class CrashMatrixBenchmark {

    private CrashMatrixBenchmark() {
    }

    /** Exits with 1 when a message was lost or a sequence left its order. */
    static int run(Options options) throws Exception {
        Path directory = Files.createTempDirectory("crash-matrix");
        CrashMatrix matrix = CrashMatrix.run(directory, options.get("rounds", 1), System.out::println);
        Path page = Results.documentation("crash-matrix.md");
        matrix.write(page);
        System.out.println((matrix.isClean() ? "nothing was lost, and all came in order: " : "NOT CLEAN: ") + page);
        return matrix.isClean() ? 0 : 1;
    }
}
