package io.gobridge.camel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds ports for servers that cannot be told to take any. Thread-safe. */
public final class Ports {

    private Ports() {
    }

    /** Returns a port of the loopback address that nobody listens on now; another one may take it before you do. */
    public static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
