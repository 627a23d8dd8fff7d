package io.gobridge.benchmark;

import java.util.concurrent.Callable;

/** The benchmarks from queue to queue, one a transport. */
final class QueueBenchmarks {

    /** Of what the client alone reaches, for all that gobridge does besides. */
    private static final double LEAST_OF_THE_CLIENT = 0.6;
    private static final double MOST_EXPECTED = 3.0;

    private QueueBenchmarks() {
    }

    /** On RabbitMQ when it runs here, and on Broker-J. Rounds of some seconds, or the compiler's work is measured. */
    static int amqp091(Options given) throws Exception {
        Options options = given.or("messages", 30_000);
        int rawConsumers = options.get("rawConsumers", 1);
        if (InstalledBroker.RABBITMQ.isRunning()) {
            amqp091("amqp091-rabbitmq", "RabbitMQ",
                    () -> new RabbitQueues(InstalledBroker.RABBITMQ.port(), true, rawConsumers), options);
        } else {
            System.out.println("No RabbitMQ on port " + InstalledBroker.RABBITMQ.port() + "; Broker-J only");
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start("amqp091")) {
            int port = Integer.parseInt(broker.address());
            amqp091("amqp091", "Broker-J without its store", () -> new RabbitQueues(port, false, rawConsumers), options);
        }
        return 0;
    }

    /** What the client alone reaches in front of this broker is what there is to reach. */
    private static void amqp091(String name, String broker, Callable<RabbitQueues> queues, Options options)
            throws Exception {
        double client = QueueBenchmark.runClient(name + "-client", broker, queues, options);
        QueueBenchmark.run(name, broker, Math.min(MOST_EXPECTED, LEAST_OF_THE_CLIENT * client), queues::call, options);
    }

    static int amqp10(Options options) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start("amqp10")) {
            QueueBenchmark.run("amqp10", "Artemis", 1.0, () -> new AmqpQueues(broker.address()), options);
        }
        return 0;
    }

    static int serviceBus(Options options) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start("servicebus")) {
            QueueBenchmark.run("servicebus", "the emulator", 1.0, () -> new ServiceBusQueues(broker), options);
        }
        return 0;
    }
}
