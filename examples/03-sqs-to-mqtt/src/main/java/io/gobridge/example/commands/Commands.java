package io.gobridge.example.commands;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import org.apache.camel.main.Main;
import org.eclipse.paho.mqttv5.client.IMqttMessageListener;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * Takes each command from one queue to the topic of the plant that its attribute names. The bridge itself is
 * {@link CommandRoute}, or {@code routes/commands.xml} with the argument {@code xml}.
 */
public final class Commands {

    private static final String QUEUE = "commands";
    private static final int AT_LEAST_ONCE = 1;
    private static final int COMMANDS = 4;
    private static final long TICK_MILLIS = 100;
    private static final int PATIENCE_TICKS = 150;

    private final PrintStream out;
    private final boolean isXml;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    Commands(PrintStream out, boolean isXml) {
        this.out = out;
        this.isXml = isXml;
    }

    /** Runs the example; the exit code is 1 when a command is missing. */
    public static void main(String[] args) throws Exception {
        List<String> heard = new Commands(System.out, List.of(args).contains("xml")).run();
        System.exit(heard.size() == COMMANDS - 1 ? 0 : 1);
    }

    /** Returns what the plants heard. */
    List<String> run() throws Exception {
        out.println("Starting an SQS server and an MQTT broker in this process, and the bridge in "
                    + (isXml ? "XML ..." : "Java ..."));
        try (EmbeddedSqs sqs = EmbeddedSqs.start().createQueue(QUEUE); EmbeddedArtemis mqtt = EmbeddedArtemis.start()) {
            MqttClient plants = listen(mqtt.brokerUrl());
            command(sqs, "open valve 7", Map.of("plant", "north"));
            command(sqs, "close valve 7", Map.of("plant", "north"));
            command(sqs, "stop", Map.of("plant", "south"));
            command(sqs, "to nobody", Map.of());
            Main main = camel(mqtt, sqs);
            main.start();
            try {
                report(main);
            } finally {
                main.stop();
                plants.disconnect();
                plants.close();
            }
        }
        return heard;
    }

    private MqttClient listen(String brokerUrl) throws MqttException {
        MqttClient client = new MqttClient(brokerUrl, "plants", new MemoryPersistence());
        client.connect();
        IMqttMessageListener listener = (topic, message) -> heard
                .add(topic + ": " + new String(message.getPayload(), StandardCharsets.UTF_8));
        client.subscribe(new MqttSubscription[] { new MqttSubscription("plant/#", AT_LEAST_ONCE) },
                new IMqttMessageListener[] { listener });
        return client;
    }

    private static void command(EmbeddedSqs sqs, String text, Map<String, String> attributes) {
        sqs.client().sendMessage(request -> request.queueUrl(sqs.url(QUEUE)).messageBody(text).messageAttributes(
                attributes.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                        entry -> MessageAttributeValue.builder().dataType("String").stringValue(entry.getValue()).build()))));
    }

    private Main camel(EmbeddedArtemis mqtt, EmbeddedSqs sqs) {
        Main main = new Main();
        main.bind("deadLetters", new MemoryDeadLetterStore());
        if (isXml) {
            main.configure().setRoutesIncludePattern("classpath:routes/commands.xml");
        } else {
            main.configure().addRoutesBuilder(new CommandRoute());
        }
        main.addInitialProperty("mqtt.broker", mqtt.brokerUrl());
        sqs.properties("sqs.").forEach(main::addInitialProperty);
        return main;
    }

    private void report(Main main) throws InterruptedException {
        GoBridgeConsumer bridge = (GoBridgeConsumer) main.getCamelContext().getRoute("commands").getConsumer();
        MemoryDeadLetterStore deadLetters
                = main.getCamelContext().getRegistry().lookupByNameAndType("deadLetters", MemoryDeadLetterStore.class);
        for (int tick = 0; !isDone(bridge.counts()) && tick < PATIENCE_TICKS; tick++) {
            Thread.sleep(TICK_MILLIS);
        }
        heard.forEach(line -> out.println("  " + line));
        deadLetters.entries()
                .forEach(entry -> out.println("  dead letter: " + entry.envelope().payload().toText() + ", " + entry.reason()));
        out.println("ledger: " + bridge.counts());
    }

    private boolean isDone(DeliveryCounts counts) {
        return counts.receipts() >= COMMANDS && counts.inFlight() == 0 && heard.size() >= COMMANDS - 1;
    }
}
