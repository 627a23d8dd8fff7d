package io.gobridge.benchmark;

/** The benchmarks from queue to queue, one a transport. */
final class QueueBenchmarks {

    private QueueBenchmarks() {
    }

    /** On RabbitMQ when it runs here, and on Broker-J. */
    static int amqp091(Options options) throws Exception {
        int rawConsumers = options.get("rawConsumers", 1);
        if (InstalledBroker.RABBITMQ.isRunning()) {
            QueueBenchmark.run("amqp091-rabbitmq", "RabbitMQ", 3.0, 
                    () -> new RabbitQueues(InstalledBroker.RABBITMQ.port(), true, rawConsumers), options);
        } else {
            System.out.println("No RabbitMQ on port " + InstalledBroker.RABBITMQ.port() + "; Broker-J only");
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start("amqp091")) {
            int port = Integer.parseInt(broker.address());
            QueueBenchmark.run("amqp091", "Broker-J without its store", 3.0, () -> new RabbitQueues(port, false, rawConsumers), options);
        }
        return 0;
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
