package io.gobridge.camel.transport.mqtt;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;

import javax.net.SocketFactory;

/**
 * Sockets as Paho needs them and does not make them: it reads the first bytes of each packet one by one, and leaves
 * Nagle's algorithm on, which holds back an acknowledgement until the broker has confirmed the packet before it.
 */
final class PlainSockets extends SocketFactory {

    private static final int BUFFER_BYTES = 16 * 1024;

    private final boolean readsTimeOut;

    /**
     * @param readsTimeOut whether a read may end with a timeout, as Paho wants and loses bytes by: over WebSocket it
     *                     stops receiving before it closes the socket, so there a read must end by itself
     */
    PlainSockets(boolean readsTimeOut) {
        this.readsTimeOut = readsTimeOut;
    }

    @Override
    public Socket createSocket() throws IOException {
        return new BufferedSocket(readsTimeOut);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    private Socket connected(SocketAddress remote, SocketAddress local) throws IOException {
        Socket socket = createSocket();
        socket.bind(local);
        socket.connect(remote);
        return socket;
    }

    private static final class BufferedSocket extends Socket {

        private final boolean readsTimeOut;
        private InputStream buffered;

        private BufferedSocket(boolean readsTimeOut) throws IOException {
            this.readsTimeOut = readsTimeOut;
            setTcpNoDelay(true);
        }

        /**
         * Paho forgets the first byte of a packet when a timeout comes before the second, and takes the rest for
         * another packet. It needs no timeout: it ends a read by closing the socket.
         */
        @Override
        public void setSoTimeout(int millis) throws SocketException {
            super.setSoTimeout(readsTimeOut ? millis : 0);
        }

        @Override
        public synchronized InputStream getInputStream() throws IOException {
            if (buffered == null) {
                buffered = new BufferedInputStream(super.getInputStream(), BUFFER_BYTES);
            }
            return buffered;
        }
    }
}
