package io.gobridge.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A broker that listens on this machine when it is installed. */
enum InstalledBroker {

    MOSQUITTO(1883),
    RABBITMQ(5672);

    private static final int CONNECT_MILLIS = 500;

    private final int port;

    InstalledBroker(int port) {
        this.port = port;
    }

    int port() {
        return port;
    }

    boolean isRunning() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
