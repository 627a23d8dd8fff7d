package io.gobridge.example.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.testkit.EmbeddedSqs;
import io.gobridge.camel.testkit.Refusal;
import org.apache.camel.main.Main;

/**
 * The first bridge: plays recorded sensor readings into SQS, with troublemakers among them and a target that refuses
 * for a while, and then shows where every message went. The bridge itself is {@code camel/quickstart.yaml}.
 */
public final class Quickstart {

    private static final String QUEUE = "readings";
    private static final int READINGS_BEFORE_OUTAGE = 10;
    private static final long TICK_MILLIS = 250;
    private static final int OUTAGE_TICKS = 12;
    private static final int PATIENCE_TICKS = 240;

    private final PrintStream out;
    private final List<String> recording;

    Quickstart(PrintStream out) throws IOException {
        this.out = out;
        this.recording = recording();
    }

    /** Runs the example; the exit code is 1 when the ledger does not balance. */
    public static void main(String[] args) throws Exception {
        Result result = new Quickstart(System.out).run();
        System.exit(result.counts().isBalanced() ? 0 : 1);
    }

    /** Runs the bridge until every reading has come to its end. */
    Result run() throws Exception {
        out.println("Starting an SQS server in this process, and a Camel application with the bridge in YAML ...");
        try (EmbeddedSqs sqs = EmbeddedSqs.start().createQueue(QUEUE)) {
            Main main = camel(sqs);
            main.start();
            try {
                return bridge(main, sqs);
            } finally {
                main.stop();
            }
        }
    }

    private Main camel(EmbeddedSqs sqs) throws IOException {
        Main main = new Main();
        main.configure().setRoutesIncludePattern("classpath:camel/quickstart.yaml");
        main.addInitialProperty("recording", unpack().toString());
        main.addInitialProperty("sqs.endpoint", sqs.connectionOptions().get("uriEndpointOverride"));
        main.addInitialProperty("sqs.accessKey", sqs.connectionOptions().get("accessKey"));
        main.addInitialProperty("sqs.secretKey", sqs.connectionOptions().get("secretKey"));
        main.addInitialProperty("sqs.region", sqs.connectionOptions().get("region"));
        return main;
    }

    private Result bridge(Main main, EmbeddedSqs sqs) throws InterruptedException {
        GoBridgeConsumer bridge = (GoBridgeConsumer) main.getCamelContext().getRoute("readings").getConsumer();
        int outage = -1;
        for (int tick = 0; !isDone(bridge.counts()) && tick < PATIENCE_TICKS; tick++) {
            if (outage < 0 && bridge.counts().completed() >= READINGS_BEFORE_OUTAGE) {
                outage = tick;
                sqs.door().refuse("SendMessageBatch", Refusal.invalidCredentials());
                out.println("  -- somebody revokes the credentials of the target --");
            }
            if (outage >= 0 && tick == outage + OUTAGE_TICKS) {
                sqs.door().open("SendMessageBatch");
                out.println("  -- the credentials work again --");
            }
            report(bridge);
            Thread.sleep(TICK_MILLIS);
        }
        MemoryDeadLetterStore deadLetters
                = main.getCamelContext().getRegistry().findSingleByType(MemoryDeadLetterStore.class);
        Result result = new Result(recording, sqs.drain(QUEUE), deadLetters.entries(), bridge.counts());
        result.print(out);
        return result;
    }

    private boolean isDone(DeliveryCounts counts) {
        return counts.receipts() == recording.size() && counts.inFlight() == 0;
    }

    private void report(GoBridgeConsumer bridge) {
        DeliveryCounts counts = bridge.counts();
        String health = bridge.reasons().isEmpty() ? "UP" : "DOWN, " + bridge.reasons().get(0);
        out.printf("  taken %2d  completed %2d  in flight %2d  dead letters %d  health %s%n", counts.receipts(),
                counts.completed(), counts.inFlight(), counts.deadLettered(), health);
    }

    private static List<String> recording() throws IOException {
        try (InputStream lines = Quickstart.class.getResourceAsStream("/recording/readings.ndjson")) {
            return new String(lines.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private Path unpack() throws IOException {
        Path directory = Files.createTempDirectory("gobridge-quickstart");
        Files.write(directory.resolve("readings.ndjson"), recording);
        directory.toFile().deleteOnExit();
        return directory;
    }

}
