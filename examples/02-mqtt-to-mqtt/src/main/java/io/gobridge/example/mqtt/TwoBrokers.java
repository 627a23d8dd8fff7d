package io.gobridge.example.mqtt;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import org.apache.camel.main.Main;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;

/**
 * Takes what is published in a plant to the broker at headquarters, which is away for a while. The bridge itself is
 * {@code camel/two-brokers.yaml}.
 */
public final class TwoBrokers {

    private static final int READINGS = 20;
    private static final int READINGS_BEFORE_OUTAGE = 5;
    private static final int READINGS_BEFORE_RETURN = 15;
    private static final int AT_LEAST_ONCE = 1;
    private static final long TICK_MILLIS = 100;
    private static final int PATIENCE_TICKS = 150;

    private final PrintStream out;

    TwoBrokers(PrintStream out) {
        this.out = out;
    }

    /** Runs the example; the exit code is 1 when a reading is missing at headquarters. */
    public static void main(String[] args) throws Exception {
        List<String> read = new TwoBrokers(System.out).run();
        System.exit(read.stream().distinct().count() == READINGS ? 0 : 1);
    }

    /** Returns what somebody at headquarters read. */
    List<String> run() throws Exception {
        out.println("Starting an MQTT broker in the plant and one at headquarters ...");
        try (EmbeddedArtemis plant = EmbeddedArtemis.start(); EmbeddedArtemis headquarters = EmbeddedArtemis.start()) {
            Main main = new Main();
            main.configure().setRoutesIncludePattern("classpath:camel/two-brokers.yaml");
            main.addInitialProperty("plant.broker", plant.brokerUrl());
            main.addInitialProperty("headquarters.broker", headquarters.brokerUrl());
            main.start();
            try (Reader reader = new Reader(headquarters.brokerUrl())) {
                GoBridgeConsumer bridge = (GoBridgeConsumer) main.getCamelContext().getRoute("upwards").getConsumer();
                publish(plant.brokerUrl(), headquarters, bridge);
                await(() -> bridge.counts().completed() == READINGS && reader.read().size() >= READINGS);
                return report(bridge, reader);
            } finally {
                main.stop();
            }
        }
    }

    private void publish(String brokerUrl, EmbeddedArtemis headquarters, GoBridgeConsumer bridge)
            throws MqttException, InterruptedException {
        MqttClient sensor = new MqttClient(brokerUrl, "sensor", new MemoryPersistence());
        sensor.connect();
        for (int number = 1; number <= READINGS; number++) {
            byte[] reading = ("reading " + number).getBytes(StandardCharsets.UTF_8);
            sensor.publish("plant/hall-" + number % 2, reading, AT_LEAST_ONCE, false);
            if (number == READINGS_BEFORE_OUTAGE) {
                await(() -> bridge.counts().completed() == READINGS_BEFORE_OUTAGE);
                headquarters.kill();
                out.println("  -- " + number + " readings published and taken over; the broker at headquarters dies --");
            }
            if (number == READINGS_BEFORE_RETURN) {
                await(() -> bridge.counts().inFlight() == READINGS_BEFORE_RETURN - READINGS_BEFORE_OUTAGE);
                out.println("  -- " + number + " readings published, " + bridge.counts().inFlight()
                            + " of them unacknowledged in the plant --");
                headquarters.restart();
                out.println("  -- it is back --");
            }
        }
        sensor.disconnect();
        sensor.close();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int tick = 0; !condition.getAsBoolean() && tick < PATIENCE_TICKS; tick++) {
            Thread.sleep(TICK_MILLIS);
        }
    }

    private List<String> report(GoBridgeConsumer bridge, Reader reader) {
        DeliveryCounts counts = bridge.counts();
        out.println("Read at headquarters:");
        reader.read().forEach(line -> out.println("  " + line));
        out.println("ledger: " + counts);
        return reader.read();
    }
}
