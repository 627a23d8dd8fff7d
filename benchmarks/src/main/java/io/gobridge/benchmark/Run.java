package io.gobridge.benchmark;

import java.util.Arrays;

/** Runs the benchmark that the first argument names. */
public final class Run {

    private Run() {
    }

    /** Exits with 1 when the benchmark failed, and with 2 when there is none of that name. */
    public static void main(String[] args) throws Exception {
        String name = args.length == 0 ? "" : args[0];
        String[] options = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        int exitCode = switch (name) {
            case "memory" -> MemoryBenchmark.run(Options.of(options));
            case "sqs" -> SqsBenchmark.run(Options.of(options));
            case "mqtt" -> MqttBenchmark.run(Options.of(options));
            case "amqp091" -> QueueBenchmarks.amqp091(Options.of(options));
            case "amqp10" -> QueueBenchmarks.amqp10(Options.of(options));
            case "servicebus" -> QueueBenchmarks.serviceBus(Options.of(options));
            case "soak" -> SoakBenchmark.run(Options.of(options), false);
            case "soak-mqtt" -> SoakBenchmark.run(Options.of(options), true);
            case "outbox" -> OutboxBenchmark.run(Options.of(options));
            case "steps" -> StepsBenchmark.run(Options.of(options));
            case "crash-matrix" -> CrashMatrixBenchmark.run(Options.of(options));
            case "jmh" -> JmhBenchmark.run(options);
            default -> unknown(name);
        };
        System.exit(exitCode);
    }

    private static int unknown(String name) {
        System.err.println("There is no benchmark '" + name
                           + "'; there are memory, sqs, mqtt, amqp091, amqp10, servicebus, soak, soak-mqtt, outbox, steps,"
                           + " crash-matrix and jmh");
        return 2;
    }
}
