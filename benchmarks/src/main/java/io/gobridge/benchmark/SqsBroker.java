package io.gobridge.benchmark;

import java.io.IOException;
import java.util.List;

import io.gobridge.camel.testkit.Ports;
import org.elasticmq.NodeAddress;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/** Runs ElasticMQ in a JVM of its own, so that what it takes is in nobody's numbers. */
final class SqsBroker implements AutoCloseable {

    private final ChildJvm jvm;
    private final int port;

    private SqsBroker(ChildJvm jvm, int port) {
        this.jvm = jvm;
        this.port = port;
    }

    static SqsBroker start() throws IOException {
        ChildJvm jvm = ChildJvm.start(SqsBroker.class, List.of("-Xmx1g"));
        String port = jvm.readAddress();
        if (port == null) {
            throw new IOException("ElasticMQ did not start");
        }
        return new SqsBroker(jvm, Integer.parseInt(port));
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        jvm.close();
    }

    /** Prints its port once it listens, and serves until it is killed. */
    public static void main(String[] args) throws IOException {
        int port = Ports.free();
        SQSRestServerBuilder.withPort(port).withInterface("127.0.0.1")
                .withServerAddress(new NodeAddress("http", "127.0.0.1", port, "")).start().waitUntilStarted();
        ChildJvm.announce(port);
    }
}
