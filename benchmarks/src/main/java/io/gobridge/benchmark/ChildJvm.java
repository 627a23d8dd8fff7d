package io.gobridge.benchmark;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own with the class path of this one. It ends with this one. */
final class ChildJvm implements AutoCloseable {

    private static final String ADDRESS = "address ";

    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    static ChildJvm start(Class<?> main, List<String> jvmOptions, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        return new ChildJvm(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Returns the next line that the child prints, null at its end. */
    String readLine() throws IOException {
        return output.readLine();
    }

    /** Tells the parent where this child listens. */
    static void announce(Object address) {
        System.out.println(ADDRESS + address);
    }

    /** Returns what the child announced, null when it ended without; libraries print to the same output. */
    String readAddress() throws IOException {
        String line = readLine();
        while (line != null && !line.startsWith(ADDRESS)) {
            line = readLine();
        }
        return line == null ? null : line.substring(ADDRESS.length());
    }

    /** Writes a line to the child's input. */
    void writeLine(String line) throws IOException {
        input.write(line);
        input.newLine();
        input.flush();
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
