package io.gobridge.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

import io.gobridge.camel.testkit.EmbeddedArtemis;

/** Runs Artemis in a JVM of its own, so that what it takes is in nobody's numbers. */
final class MqttBroker implements AutoCloseable {

    /** Where Mosquitto listens when it is installed. */
    private static final int MOSQUITTO_PORT = 1883;
    private static final int CONNECT_MILLIS = 500;

    private final ChildJvm jvm;
    private final String url;

    private MqttBroker(ChildJvm jvm, String url) {
        this.jvm = jvm;
        this.url = url;
    }

    static MqttBroker start() throws IOException {
        ChildJvm jvm = ChildJvm.start(MqttBroker.class, List.of("-Xmx1g"));
        String url = jvm.readAddress();
        if (url == null) {
            throw new IOException("Artemis did not start");
        }
        return new MqttBroker(jvm, url);
    }

    String url() {
        return url;
    }

    static String mosquittoUrl() {
        return "tcp://127.0.0.1:" + MOSQUITTO_PORT;
    }

    static boolean hasMosquitto() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), MOSQUITTO_PORT), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        jvm.close();
    }

    /** Prints its URL once it listens, and serves until it is killed. */
    public static void main(String[] args) {
        ChildJvm.announce(EmbeddedArtemis.start().brokerUrl());
    }
}
