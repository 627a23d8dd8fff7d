package io.gobridge.camel.testkit.outbox.crash;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import static org.awaitility.Awaitility.await;

/** A {@link CrashNode} as its parent sees it. */
final class NodeProcess implements AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(2);

    private final Process process;
    private final BufferedWriter commands;
    private final Path log;
    private final List<String> reports = new CopyOnWriteArrayList<>();

    private NodeProcess(Process process, Path log) {
        this.process = process;
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.log = log;
    }

    static NodeProcess start(NodeOptions options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp",
                System.getProperty("java.class.path"), CrashNode.class.getName()));
        command.addAll(options.toArgs());
        Path log = options.directory().resolve("log-" + options.name());
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
        // A node that sleeps does not notice that its parent is gone.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        NodeProcess node = new NodeProcess(process, log);
        Thread reader = new Thread(node::read, "reports of " + options.name());
        reader.setDaemon(true);
        reader.start();
        return node;
    }

    private void read() {
        try (BufferedReader output
                = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(CrashNode.REPORT)) {
                    reports.add(line.substring(CrashNode.REPORT.length()));
                } else {
                    Notes.append(log, line);
                }
            }
        } catch (IOException e) {
            Notes.append(log, "The output of the node broke off: " + e);
        }
    }

    void tell(String command) {
        try {
            commands.write(command);
            commands.newLine();
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for a report that begins like this, and returns it. */
    String awaitReport(String begin) {
        return await("report '" + begin + "' of a node, see " + log).atMost(LONG).pollInterval(Duration.ofMillis(10))
                .until(() -> reports.stream().filter(report -> report.startsWith(begin)).findFirst().orElse(""),
                        report -> !report.isEmpty());
    }

    void forgetReports() {
        reports.clear();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Puts the process to sleep, wherever its threads are. */
    void pause() throws IOException {
        Signal.STOP.send(process.pid());
    }

    void resume() throws IOException {
        Signal.CONT.send(process.pid());
    }

    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("A node did not stop within " + LONG + ", see " + log);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
