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
 * Sockets as MQTT needs them and Paho's network modules do not make them: without Nagle's algorithm, which holds back
 * an acknowledgement until the broker has confirmed the packet before it, and buffered, since the WebSocket module
 * reads byte by byte.
 */
final class PlainSockets extends SocketFactory {

    private static final int BUFFER_BYTES = 16 * 1024;

    private final boolean readsTimeOut;

    /**
     * @param readsTimeOut whether a read may end with a timeout: Paho's WebSocket module stops receiving before it
     *                     closes the socket, so there a read must end by itself
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
         * Paho asks for a timeout each second. A read ends when the socket is closed, so nobody needs to wake up.
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
