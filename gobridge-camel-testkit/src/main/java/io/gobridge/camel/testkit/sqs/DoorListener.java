package io.gobridge.camel.testkit.sqs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Listens on one loopback port and serves each connection on a daemon thread of its own. Thread-safe. */
final class DoorListener implements AutoCloseable {

    private final Set<DoorConnection> connections = ConcurrentHashMap.newKeySet();
    private final ServerSocket listening;
    private final SqsDoor door;
    private final Thread accepting;

    private DoorListener(ServerSocket listening, SqsDoor door) {
        this.listening = listening;
        this.door = door;
        this.accepting = daemon("sqs-door", this::acceptAll);
    }

    /** Listens on this port, or on any free one when it is 0. */
    static DoorListener open(int port, SqsDoor door) {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return new DoorListener(socket, door);
        } catch (IOException e) {
            throw new UncheckedIOException("The door cannot listen on port " + port, e);
        }
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Stops listening and cuts every connection, also in the middle of a request. */
    @Override
    public void close() {
        try {
            listening.close();
            // a connection that was accepted at the last moment must be known before all are cut
            accepting.join();
        } catch (IOException e) {
            throw new UncheckedIOException("The door cannot close port " + port(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connections.forEach(DoorConnection::close);
    }

    private void acceptAll() {
        try {
            while (true) {
                serve(listening.accept());
            }
        } catch (IOException closed) {
            // close() has closed the socket, the only way to end accept()
        }
    }

    private void serve(Socket client) {
        var connection = new DoorConnection(client, door);
        connections.add(connection);
        daemon("sqs-door-connection", () -> {
            connection.run();
            connections.remove(connection);
        });
    }

    private static Thread daemon(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
