package io.gobridge.benchmark;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * As much of MQTT 5 as a benchmark needs to feed and to read with next to no work of its own, so that the two cores go
 * to what is measured and to the broker: several packets go into one write, and what came in one read is answered at
 * once.
 */
final class LeanClient implements AutoCloseable {

    private static final int PUBLISH = 3;
    private static final int PUBACK = 4;
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private byte[] body = new byte[BUFFER_BYTES];
    private volatile boolean isClosed;

    LeanClient(String brokerUrl, String clientId) throws IOException {
        URI broker = URI.create(brokerUrl);
        socket = new Socket(broker.getHost(), broker.getPort());
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
        out = socket.getOutputStream();
        // MQTT 5, clean start, no keep alive, no properties.
        write(packet(0x10, new byte[] { 0, 4, 'M', 'Q', 'T', 'T', 5, 2, 0, 0, 0 }, text(clientId)));
        readPacket();
    }

    /** Who is told of what arrives. */
    interface Arriving {

        /** A message came; its payload begins there in the bytes. */
        void message(byte[] bytes, int payloadAt);

        /** So many messages of this client were confirmed. */
        void confirmed(int count);
    }

    /** Subscribes with quality of service 1. */
    void subscribe(String filter) throws IOException {
        write(packet(0x82, new byte[] { 0, 1, 0 }, text(filter), new byte[] { 1 }));
        readPacket();
    }

    void write(byte[] packets) throws IOException {
        out.write(packets);
    }

    /** Reads until this is closed. */
    void read(Arriving arriving) {
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    readSome(arriving);
                }
            } catch (IOException e) {
                if (!isClosed) {
                    e.printStackTrace();
                }
            }
        }, "lean-client");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        write(new byte[] { (byte) 0xE0, 0 });
        socket.close();
    }

    private void readSome(Arriving arriving) throws IOException {
        ByteArrayOutputStream acknowledgements = new ByteArrayOutputStream();
        int confirmed = 0;
        do {
            int first = readPacket();
            if (first >> 4 == PUBACK) {
                confirmed++;
            } else if (first >> 4 == PUBLISH) {
                int packetIdAt = 2 + two(0);
                // Properties are shorter than 16 KB.
                int propertiesAt = packetIdAt + 2;
                boolean isLong = body[propertiesAt] < 0;
                int properties = (body[propertiesAt] & 0x7F) | (isLong ? body[propertiesAt + 1] << 7 : 0);
                acknowledgements.writeBytes(new byte[] { 0x40, 2, body[packetIdAt], body[packetIdAt + 1] });
                arriving.message(body, propertiesAt + (isLong ? 2 : 1) + properties);
            }
        } while (in.available() > 0);
        if (acknowledgements.size() > 0) {
            acknowledgements.writeTo(out);
        }
        if (confirmed > 0) {
            arriving.confirmed(confirmed);
        }
    }

    /** Reads the next packet and returns its first byte. */
    private int readPacket() throws IOException {
        int first = in.readUnsignedByte();
        int length = 0;
        int digit;
        int shift = 0;
        do {
            digit = in.readUnsignedByte();
            length |= (digit & 0x7F) << shift;
            shift += 7;
        } while (digit >= 0x80);
        if (first >> 4 == 14) {
            throw new EOFException("The broker ended the connection");
        }
        body = length > body.length ? new byte[length] : body;
        in.readFully(body, 0, length);
        return first;
    }

    private int two(int at) {
        return ((body[at] & 0xFF) << 8) | (body[at + 1] & 0xFF);
    }

    private static byte[] text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] counted = new byte[utf8.length + 2];
        counted[0] = (byte) (utf8.length >> 8);
        counted[1] = (byte) utf8.length;
        System.arraycopy(utf8, 0, counted, 2, utf8.length);
        return counted;
    }

    /** Makes a packet of less than 128 bytes. */
    private static byte[] packet(int first, byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(first);
        packet.write(all.size());
        packet.writeBytes(all.toByteArray());
        return packet.toByteArray();
    }
}
