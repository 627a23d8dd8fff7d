package io.gobridge.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;

/** Runs one of the testkit's brokers in a JVM of its own, so that what it takes is in nobody's numbers. */
final class EmbeddedBroker implements AutoCloseable {

    private final ChildJvm jvm;
    private final String address;

    private EmbeddedBroker(ChildJvm jvm, String address) {
        this.jvm = jvm;
        this.address = address;
    }

    /** Starts {@code mqtt}, {@code amqp10}, {@code amqp091} or {@code servicebus}. */
    static EmbeddedBroker start(String kind) throws IOException {
        ChildJvm jvm = ChildJvm.start(EmbeddedBroker.class, List.of("-Xmx1g"), kind);
        String address = jvm.readAddress();
        if (address == null) {
            throw new IOException("The broker for " + kind + " did not start");
        }
        return new EmbeddedBroker(jvm, address);
    }

    /** Returns its URL, its port or its connection string. */
    String address() {
        return address;
    }

    /** Makes queues where the broker does not make them when they are used. */
    void createQueues(String... names) throws IOException {
        for (String name : names) {
            jvm.writeLine(name);
            if (!name.equals(jvm.readLine())) {
                throw new IOException("Queue " + name + " was not made");
            }
        }
    }

    @Override
    public void close() {
        jvm.close();
    }

    /** Prints its address once it listens, and serves until it is killed; makes a queue of each line that it reads. */
    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "mqtt" -> ChildJvm.announce(EmbeddedArtemis.startInMemory().brokerUrl());
            case "amqp10" -> ChildJvm.announce(EmbeddedArtemis.start().amqpUrl());
            case "amqp091" -> ChildJvm.announce(EmbeddedBrokerJ.start().port());
            case "servicebus" -> serve(ServiceBusEmulator.start());
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void serve(ServiceBusEmulator emulator) throws IOException {
        ChildJvm.announce(emulator.connectionString());
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            emulator.createQueue(name);
            System.out.println(name);
        }
    }
}
