package io.gobridge.example.quickstart;

import java.io.PrintStream;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import io.gobridge.camel.testkit.sqs.Refusal;
import org.eclipse.paho.mqttv5.common.MqttException;

/** What the devices publish and what goes wrong meanwhile, step by step. */
final class Story {

    private static final int READINGS_BEFORE_OUTAGE = 10;
    private static final int READINGS_BEFORE_CUT = 24;
    private static final int READINGS_PER_REPORT = 4;
    private static final long PAUSE_MILLIS = 60;
    private static final long TICK_MILLIS = 250;
    /** The target goes on refusing until the reading that expires has done so. */
    private static final int LAST_TICKS_OF_OUTAGE = 6;
    private static final int PATIENCE_TICKS = 240;

    private final PrintStream out;
    private final GoBridgeConsumer bridge;
    private final EmbeddedArtemis mqtt;
    private final EmbeddedSqs sqs;

    Story(PrintStream out, GoBridgeConsumer bridge, EmbeddedArtemis mqtt, EmbeddedSqs sqs) {
        this.out = out;
        this.bridge = bridge;
        this.mqtt = mqtt;
        this.sqs = sqs;
    }

    /** Returns when every reading has come to its end. */
    void play(List<String> recording) throws MqttException, InterruptedException {
        try (Device north = new Device(mqtt.brokerUrl(), "north"); Device south = new Device(mqtt.brokerUrl(), "south")) {
            for (int number = 0; number < recording.size(); number++) {
                happen(number);
                RecordedMessage recorded = RecordedMessage.of(recording.get(number));
                publish(recorded, recorded.plant().equals("south") ? south : north);
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        await(LAST_TICKS_OF_OUTAGE, () -> false);
        sqs.door().open("SendMessageBatch");
        out.println("  -- the credentials work again --");
        await(PATIENCE_TICKS, () -> isDone(recording.size()));
        report();
    }

    private void happen(int number) throws InterruptedException {
        if (number == READINGS_BEFORE_OUTAGE) {
            await(PATIENCE_TICKS, () -> bridge.counts().completed() >= READINGS_BEFORE_OUTAGE);
            sqs.door().refuse("SendMessageBatch", Refusal.invalidCredentials());
            out.println("  -- somebody revokes the credentials of the target --");
        }
        if (number == READINGS_BEFORE_CUT) {
            mqtt.cut("south");
            out.println("  -- the device at plant south loses its connection --");
        }
        if (number % READINGS_PER_REPORT == 0) {
            report();
        }
    }

    private void publish(RecordedMessage recorded, Device device) throws MqttException, InterruptedException {
        if (device.publish("plants/" + recorded.plant() + "/readings", recorded.message())) {
            out.println("  -- it is back and goes on with " + recorded.id() + " --");
        }
    }

    private void await(int ticks, BooleanSupplier condition) throws InterruptedException {
        for (int tick = 0; tick < ticks && !condition.getAsBoolean(); tick++) {
            report();
            Thread.sleep(TICK_MILLIS);
        }
    }

    private boolean isDone(int published) {
        DeliveryCounts counts = bridge.counts();
        return counts.receipts() == published && counts.inFlight() == 0;
    }

    private void report() {
        DeliveryCounts counts = bridge.counts();
        String health = bridge.reasons().isEmpty() ? "UP" : "DOWN, " + bridge.reasons().get(0);
        out.printf("  taken %2d  completed %2d  in flight %2d  dead letters %d  health %s%n", counts.receipts(),
                counts.completed(), counts.inFlight(), counts.deadLettered(), health);
    }
}
