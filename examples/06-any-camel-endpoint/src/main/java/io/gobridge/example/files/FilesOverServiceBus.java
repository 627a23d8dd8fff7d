package io.gobridge.example.files;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.testkit.TempDirectory;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import org.apache.camel.main.Main;

/**
 * Takes the files of one directory to a queue of Service Bus, and from there to another directory: the file endpoint is
 * Camel's, and no transport of gobridge's. The bridges themselves are {@code routes/files.yaml}, or the same in XML or
 * Java with the argument {@code xml} or {@code java}.
 */
public final class FilesOverServiceBus {

    /** One of them is no text in any encoding. */
    private static final Map<String, byte[]> DOCUMENTS
            = Map.of("letter.txt", "Dear colleagues".getBytes(StandardCharsets.UTF_8),
                    "order.json", "{\"valves\": 2}".getBytes(StandardCharsets.UTF_8), "picture.bin",
                    new byte[] { (byte) 0x89, 'P', 'N', 'G', 0, (byte) 0xFF, (byte) 0xFE });
    private static final long TICK_MILLIS = 100;
    private static final int PATIENCE_TICKS = 300;

    private final PrintStream out;
    private final Language language;

    FilesOverServiceBus(PrintStream out, Language language) {
        this.out = out;
        this.language = language;
    }

    /** Runs the example; the exit code is 1 when a file did not arrive as it was. */
    public static void main(String[] args) throws Exception {
        Language language = args.length == 0 ? Language.YAML : Language.valueOf(args[0].toUpperCase(Locale.ROOT));
        Path directory = TempDirectory.create("files-over-service-bus");
        Map<String, byte[]> arrived = new FilesOverServiceBus(System.out, language).run(directory);
        TempDirectory.delete(directory);
        System.exit(isAll(arrived) ? 0 : 1);
    }

    /** Returns what arrived in the inbox, by its name. */
    Map<String, byte[]> run(Path directory) throws Exception {
        out.println("Starting a Service Bus in this process, and the bridges in " + language + " ...");
        Path outbox = Files.createDirectories(directory.resolve("outbox"));
        Path inbox = Files.createDirectories(directory.resolve("inbox"));
        for (Map.Entry<String, byte[]> document : DOCUMENTS.entrySet()) {
            Files.write(outbox.resolve(document.getKey()), document.getValue());
        }
        try (ServiceBusEmulator serviceBus = ServiceBusEmulator.start().createQueue("documents")) {
            Main main = new Main();
            main.bind("deadLetters", new MemoryDeadLetterStore());
            language.addRoutes(main);
            main.addInitialProperty("outbox", outbox.toString());
            main.addInitialProperty("inbox", inbox.toString());
            main.addInitialProperty("servicebus.connection", serviceBus.connectionString());
            main.start();
            try {
                report(main, inbox);
            } finally {
                main.stop();
            }
        }
        return files(inbox);
    }

    private void report(Main main, Path inbox) throws InterruptedException, IOException {
        GoBridgeConsumer outgoing = (GoBridgeConsumer) main.getCamelContext().getRoute("outbox").getConsumer();
        GoBridgeConsumer incoming = (GoBridgeConsumer) main.getCamelContext().getRoute("inbox").getConsumer();
        for (int tick = 0; incoming.counts().completed() < DOCUMENTS.size() && tick < PATIENCE_TICKS; tick++) {
            Thread.sleep(TICK_MILLIS);
        }
        for (Map.Entry<String, byte[]> file : files(inbox).entrySet()) {
            out.println("  " + file.getKey() + ", " + file.getValue().length + " bytes");
        }
        out.println("ledger of the outbox: " + outgoing.counts());
        out.println("ledger of the inbox: " + incoming.counts());
    }

    /** Returns whether all files arrived as they were. */
    static boolean isAll(Map<String, byte[]> arrived) {
        return arrived.keySet().equals(DOCUMENTS.keySet()) && DOCUMENTS.entrySet().stream()
                .allMatch(document -> Arrays.equals(document.getValue(), arrived.get(document.getKey())));
    }

    private static Map<String, byte[]> files(Path directory) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }
}
