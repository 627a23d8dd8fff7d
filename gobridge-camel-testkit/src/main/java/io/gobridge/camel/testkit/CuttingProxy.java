package io.gobridge.camel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * The network between a client and a server on this machine, which breaks where a test wants it: at a certain packet,
 * or so that nothing passes any more and nobody is told. Thread-safe.
 */
public final class CuttingProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int serverPort;
    private final Framing framing;
    private final Gate gate = new Gate();
    private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Cut> cut = new AtomicReference<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger cuts = new AtomicInteger();

    /** Where the next connection breaks. */
    private record Cut(Predicate<ProxiedPacket> packet, boolean afterwards) {
    }

    private CuttingProxy(ServerSocket listening, int serverPort, Framing framing) {
        this.listening = listening;
        this.serverPort = serverPort;
        this.framing = framing;
    }

    /** Listens on a free port of the loopback address for clients of a server on another of its ports. */
    public static CuttingProxy before(int serverPort, Framing framing) {
        try {
            ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            CuttingProxy proxy = new CuttingProxy(listening, serverPort, framing);
            daemon("proxy", proxy::acceptAll);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the port that clients connect to instead of the server's. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Breaks the connection on which the next such packet comes, once; the packet is lost. */
    public void cutBefore(Predicate<ProxiedPacket> packet) {
        cut.set(new Cut(packet, false));
    }

    /** Breaks the connection on which the next such packet comes, once; it is the last that passes. */
    public void cutAfter(Predicate<ProxiedPacket> packet) {
        cut.set(new Cut(packet, true));
    }

    /** Breaks every connection that is there. */
    public void cutAll() {
        connections.forEach(ProxyConnection::cut);
    }

    /** Lets nothing pass any more, a goodbye included, while connections stay and new ones can be made. */
    public void hold() {
        gate.shut();
    }

    /**
     * Lets pass what was held and what follows. Connections that were made meanwhile are broken, as nobody heard of
     * them.
     */
    public void release() {
        gate.open();
    }

    /** Returns how many connections clients have made so far. */
    public int accepted() {
        return accepted.get();
    }

    /** Returns how many connections broke at a packet. */
    public int cuts() {
        return cuts.get();
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        gate.remove();
        connections.forEach(ProxyConnection::close);
    }

    Framing framing() {
        return framing;
    }

    Gate gate() {
        return gate;
    }

    /** Returns whether the connection breaks at the packet, and if so, whether the packet passes. */
    Verdict judge(ProxiedPacket packet) {
        Cut wanted = cut.get();
        if (wanted == null || !wanted.packet().test(packet) || !cut.compareAndSet(wanted, null)) {
            return Verdict.PASS;
        }
        cuts.incrementAndGet();
        return wanted.afterwards() ? Verdict.PASS_AND_CUT : Verdict.CUT;
    }

    /** What becomes of a packet and its connection. */
    enum Verdict {
        /** Both go on. */
        PASS,
        /** The packet is the last one. */
        PASS_AND_CUT,
        /** The packet does not pass. */
        CUT
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
        ProxyConnection connection = new ProxyConnection(client, this, gate.isOpen());
        accepted.incrementAndGet();
        connections.add(connection);
        if (listening.isClosed()) {
            connection.close();
        }
        daemon("proxy-connection", () -> {
            connection.run(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
            connections.remove(connection);
        });
    }

    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Holds back the threads that come while it is shut. */
    static final class Gate {

        private boolean isShut;
        private boolean isRemoved;

        synchronized void shut() {
            isShut = true;
        }

        synchronized void open() {
            isShut = false;
            notifyAll();
        }

        synchronized void remove() {
            isRemoved = true;
            notifyAll();
        }

        synchronized boolean isOpen() {
            return !isShut;
        }

        /** Waits until it is open. */
        synchronized void pass() throws InterruptedException {
            while (isShut && !isRemoved) {
                wait();
            }
        }
    }
}
