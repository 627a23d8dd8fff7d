package io.gobridge.camel.amqp091;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands between clients and a broker on the loopback address, on a free port: breaks connections, refuses new ones,
 * and says something in the broker's name. Thread-safe.
 */
final class AmqpProxy implements AutoCloseable {

    private final ServerSocket door;
    private final int brokerPort;
    private final ExecutorService threads = Executors.newCachedThreadPool(AmqpProxy::daemon);
    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
    private volatile boolean isOpen = true;

    /** Begins to listen for clients of the broker on 127.0.0.1. */
    AmqpProxy(int brokerPort) {
        this.brokerPort = brokerPort;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    /** Returns the port on 127.0.0.1. */
    int port() {
        return door.getLocalPort();
    }

    /** Breaks every connection and takes no new ones until {@link #mend()}. */
    void sever() {
        isOpen = false;
        pairs.forEach(Pair::close);
    }

    /** Takes new connections again. */
    void mend() {
        isOpen = true;
    }

    /** Sends the bytes to every client as if the broker had; it must have nothing else to say at this moment. */
    void say(byte[] bytes) {
        for (Pair pair : pairs) {
            try {
                pair.client().getOutputStream().write(bytes);
            } catch (IOException e) {
                pair.close();
            }
        }
    }

    @Override
    public void close() {
        sever();
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                connect(door.accept());
            } catch (IOException e) {
                // The door was closed, or the broker is away: the client sees its connection end.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        if (!isOpen) {
            client.close();
            return;
        }
        Pair pair = new Pair(client, broker(client));
        pairs.add(pair);
        threads.execute(() -> copy(pair, pair.client(), pair.broker()));
        threads.execute(() -> copy(pair, pair.broker(), pair.client()));
        if (!isOpen) {
            pair.close();
        }
    }

    private Socket broker(Socket client) throws IOException {
        try {
            return new Socket(InetAddress.getLoopbackAddress(), brokerPort);
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    private void copy(Pair pair, Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // One side is gone; the other one follows.
        }
        pair.close();
        pairs.remove(pair);
    }

    private record Pair(Socket client, Socket broker) {

        void close() {
            for (Socket socket : new Socket[] { client, broker }) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "amqp-proxy");
        thread.setDaemon(true);
        return thread;
    }
}
