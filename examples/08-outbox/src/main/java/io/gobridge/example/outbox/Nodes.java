package io.gobridge.example.outbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nodes of the bridge, each in a process of its own as on a machine of its own. */
final class Nodes implements AutoCloseable {

    private final Map<String, Process> processes = new HashMap<>();
    private final List<String> places;

    /** @param places where everything is, the same for each node: {@code name=value} */
    Nodes(String... places) {
        this.places = List.of(places);
    }

    /** Starts a node that listens for operators on the port. */
    void start(String name, int port) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
                        "-XX:TieredStopAtLevel=1", "-cp",
                        System.getProperty("java.class.path"), Node.class.getName(), "node.name=" + name,
                        "http.port=" + port));
        command.addAll(places);
        processes.put(name, new ProcessBuilder(command).inheritIO().start());
    }

    /** Ends a node where it stands, as {@code kill -9} does. */
    void kill(String name) throws InterruptedException {
        processes.get(name).destroyForcibly().waitFor();
    }

    /** Asks a node to stop, and waits for it. */
    void stop(String name) throws InterruptedException {
        Process process = processes.get(name);
        process.destroy();
        process.waitFor();
    }

    @Override
    public void close() {
        processes.values().forEach(Process::destroyForcibly);
    }
}
