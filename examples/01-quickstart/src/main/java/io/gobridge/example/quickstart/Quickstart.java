package io.gobridge.example.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import org.apache.camel.main.Main;

/**
 * The first bridge: devices publish recorded readings to an MQTT broker, with troublemakers among them, one device
 * loses its connection and the target refuses for a while; then it shows where every message went. The bridge itself is
 * {@code camel/quickstart.yaml}.
 */
public final class Quickstart {

    private static final String QUEUE = "readings";

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
        out.println("Starting an MQTT broker and an SQS server in this process, and a Camel application with the bridge in"
                    + " YAML ...");
        try (EmbeddedArtemis mqtt = EmbeddedArtemis.start();
             EmbeddedSqs sqs = EmbeddedSqs.start().createQueue(QUEUE)) {
            Main main = camel(mqtt, sqs);
            main.start();
            try {
                return bridge(main, mqtt, sqs);
            } finally {
                main.stop();
            }
        }
    }

    private static Main camel(EmbeddedArtemis mqtt, EmbeddedSqs sqs) {
        Main main = new Main();
        main.configure().setRoutesIncludePattern("classpath:camel/quickstart.yaml");
        main.addInitialProperty("mqtt.broker", mqtt.brokerUrl());
        sqs.properties("sqs.").forEach(main::addInitialProperty);
        return main;
    }

    private Result bridge(Main main, EmbeddedArtemis mqtt, EmbeddedSqs sqs) throws Exception {
        GoBridgeConsumer bridge = (GoBridgeConsumer) main.getCamelContext().getRoute("readings").getConsumer();
        new Story(out, bridge, mqtt, sqs).play(recording);
        MemoryDeadLetterStore deadLetters
                = main.getCamelContext().getRegistry().findSingleByType(MemoryDeadLetterStore.class);
        Result result = new Result(recording, sqs.drain(QUEUE), deadLetters.entries(), bridge.counts());
        result.print(out);
        return result;
    }

    private static List<String> recording() throws IOException {
        try (InputStream lines = Quickstart.class.getResourceAsStream("/recording/readings.ndjson")) {
            return new String(lines.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
