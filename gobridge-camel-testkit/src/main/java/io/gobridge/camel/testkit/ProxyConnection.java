package io.gobridge.camel.testkit;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** One client's connection through a {@link CuttingProxy}, with a connection of its own to the server. */
final class ProxyConnection {

    private final Socket client;
    private final Socket server = new Socket();
    private final CuttingProxy proxy;
    private final boolean isHeard;
    private volatile boolean isCut;

    /** @param isHeard false when nothing passes as it is made, so that the server will not hear of it */
    ProxyConnection(Socket client, CuttingProxy proxy, boolean isHeard) {
        this.client = client;
        this.proxy = proxy;
        this.isHeard = isHeard;
    }

    /** Forwards until both sides are done. */
    void run(InetSocketAddress address) {
        try {
            proxy.gate().pass();
            if (!isHeard) {
                return;
            }
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(address);
            Thread back = CuttingProxy.daemon("proxy-back", () -> forward(server, client, false));
            forward(client, server, true);
            back.join();
        } catch (IOException e) {
            // The server is away: so is the client in a moment.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    /** Says goodbye to both sides. What they still send is read and forgotten: unread, it would cancel the goodbye. */
    void cut() {
        isCut = true;
        end(client);
        end(server);
    }

    void close() {
        closeQuietly(client);
        closeQuietly(server);
    }

    private void forward(Socket from, Socket to, boolean isFromClient) {
        try {
            DataInputStream in = new DataInputStream(new BufferedInputStream(from.getInputStream()));
            for (int number = 1;; number++) {
                byte[] bytes = proxy.framing().next(in);
                ByteBuffer view = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
                pass(new ProxiedPacket(isFromClient, number, view), bytes, to);
            }
        } catch (IOException e) {
            goodbye(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(ProxiedPacket packet, byte[] bytes, Socket to) throws IOException, InterruptedException {
        proxy.gate().pass();
        if (isCut) {
            return;
        }
        CuttingProxy.Verdict verdict = proxy.judge(packet);
        if (verdict != CuttingProxy.Verdict.CUT) {
            to.getOutputStream().write(bytes);
        }
        if (verdict != CuttingProxy.Verdict.PASS) {
            cut();
        }
    }

    private void goodbye(Socket to) {
        try {
            proxy.gate().pass();
            end(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(Socket socket) {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is left to close.
        }
    }
}
