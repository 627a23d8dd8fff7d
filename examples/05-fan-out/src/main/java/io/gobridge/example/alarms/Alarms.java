package io.gobridge.example.alarms;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import org.apache.camel.main.Main;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

/**
 * Takes each alarm from one SQS queue to MQTT, to another SQS queue and to RabbitMQ, which is away for a while. The
 * bridge itself is {@code camel/alarms.yaml}.
 */
public final class Alarms {

    private static final String QUEUE = "alarms";
    private static final int ALARMS = 10;
    private static final int ALARMS_BEFORE_OUTAGE = 3;
    private static final long TICK_MILLIS = 100;
    private static final int PATIENCE_TICKS = 300;

    private final PrintStream out;

    /**
     * What each target got.
     *
     * @param screens over MQTT
     * @param archive in SQS
     * @param onCall  in RabbitMQ, the one that was away
     */
    record Result(List<String> screens, List<String> archive, List<String> onCall) {

        /** Returns whether the good targets have each alarm once, and the other one has each at least once. */
        boolean isComplete() {
            return isOnce(screens) && isOnce(archive) && onCall.stream().distinct().count() == ALARMS;
        }

        private static boolean isOnce(List<String> alarms) {
            return alarms.size() == ALARMS && alarms.stream().distinct().count() == ALARMS;
        }
    }

    Alarms(PrintStream out) {
        this.out = out;
    }

    /** Runs the example; the exit code is 1 when a target has too little, or a good one too much. */
    public static void main(String[] args) throws Exception {
        System.exit(new Alarms(System.out).run().isComplete() ? 0 : 1);
    }

    Result run() throws Exception {
        out.println("Starting brokers for SQS, MQTT and AMQP 0-9-1 in this process, and the bridge ...");
        try (EmbeddedSqs sqs = EmbeddedSqs.start().createQueue(QUEUE).createQueue(Receivers.ARCHIVE);
             EmbeddedArtemis mqtt = EmbeddedArtemis.start(); EmbeddedBrokerJ rabbit = EmbeddedBrokerJ.start();
             Receivers receivers = new Receivers(sqs, mqtt.brokerUrl(), rabbit)) {
            CachingConnectionFactory connections = connections(rabbit);
            Main main = camel(sqs, mqtt, connections);
            main.start();
            try {
                GoBridgeConsumer bridge = (GoBridgeConsumer) main.getCamelContext().getRoute("alarms").getConsumer();
                raise(sqs, rabbit, bridge, receivers);
                await(() -> bridge.counts().completed() == ALARMS);
                return report(bridge, receivers);
            } finally {
                main.stop();
                connections.destroy();
            }
        }
    }

    private void raise(EmbeddedSqs sqs, EmbeddedBrokerJ rabbit, GoBridgeConsumer bridge, Receivers receivers)
            throws InterruptedException {
        for (int number = 1; number <= ALARMS; number++) {
            sqs.send(QUEUE, "alarm " + number, Map.of());
            if (number == ALARMS_BEFORE_OUTAGE) {
                await(() -> bridge.counts().completed() == ALARMS_BEFORE_OUTAGE);
                rabbit.kill();
                out.println("  -- " + number + " alarms raised and taken by all three; RabbitMQ's broker dies --");
            }
        }
        await(() -> receivers.screens().size() >= ALARMS && receivers.archived() >= ALARMS);
        out.println("  -- " + ALARMS + " alarms raised, " + receivers.screens().size() + " of them on the screens, "
                    + receivers.archived() + " in the archive, " + bridge.counts().inFlight() + " unacknowledged --");
        rabbit.restart();
        out.println("  -- it is back --");
    }

    private static CachingConnectionFactory connections(EmbeddedBrokerJ rabbit) {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", rabbit.port());
        connections.setUsername(EmbeddedBrokerJ.USER);
        connections.setPassword(EmbeddedBrokerJ.USER);
        return connections;
    }

    private static Main camel(EmbeddedSqs sqs, EmbeddedArtemis mqtt, CachingConnectionFactory connections) {
        Main main = new Main();
        main.bind("rabbit", connections);
        main.configure().setRoutesIncludePattern("classpath:camel/alarms.yaml");
        main.addInitialProperty("mqtt.broker", mqtt.brokerUrl());
        sqs.properties("sqs.").forEach(main::addInitialProperty);
        return main;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int tick = 0; !condition.getAsBoolean() && tick < PATIENCE_TICKS; tick++) {
            Thread.sleep(TICK_MILLIS);
        }
    }

    private Result report(GoBridgeConsumer bridge, Receivers receivers) throws Exception {
        Result result = new Result(List.copyOf(receivers.screens()), receivers.drainArchive(), receivers.drainOnCall());
        out.println("screens: " + result.screens());
        out.println("archive: " + result.archive());
        out.println("on call: " + result.onCall());
        out.println("ledger: " + bridge.counts());
        return result;
    }
}
