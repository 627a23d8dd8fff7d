package io.gobridge.camel.transport.mqtt;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;

/**
 * Cuts a stream of bytes into packets, however the bytes come: a packet is taken when it is complete, and what has come
 * of it waits. It grows with what came, not with what a packet announces. Used by one thread.
 */
final class PacketBuffer {

    /** Above the buffer of {@link PlainSockets}, which then reads straight into this one. */
    private static final int INITIAL_BYTES = 32 * 1024;

    private static final int LEAST_READ = 16 * 1024;

    private final int maximumPacketSize;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int start;
    private int end;

    /** @param maximumPacketSize the most bytes of a packet, its header included */
    PacketBuffer(int maximumPacketSize) {
        this.maximumPacketSize = maximumPacketSize;
    }

    /** What is told of each packet. */
    @FunctionalInterface
    interface Packets {

        /** Takes a packet: the first byte, which is its type and flags, and its body. */
        void take(int first, PacketBody body) throws PacketException;
    }

    /**
     * Waits for bytes and adds them; a wait that times out adds none.
     *
     * @throws IOException when the stream has ended or breaks
     */
    void read(InputStream in) throws IOException {
        makeRoom();
        try {
            int count = in.read(bytes, end, bytes.length - end);
            if (count < 0) {
                throw new EOFException();
            }
            end += count;
        } catch (SocketTimeoutException e) {
            end += e.bytesTransferred;
        }
    }

    /**
     * Hands over all packets that are complete.
     *
     * @throws PacketException when what follows can be no packet, or one is refused
     */
    void drainTo(Packets packets) throws PacketException {
        while (takeOne(packets)) {
            // Each has moved the start.
        }
    }

    private boolean takeOne(Packets packets) throws PacketException {
        long length = 0;
        int at = start + 1;
        int digit;
        do {
            if (at >= end) {
                return false;
            }
            if (at - start > 4) {
                throw PacketException.malformed("the length of a packet has more than four bytes");
            }
            digit = bytes[at];
            length |= (long) (digit & 0x7F) << (7 * (at - start - 1));
            at++;
        } while (digit < 0);
        if (at - start + length > maximumPacketSize) {
            throw new PacketException(
                    PacketException.TOO_LARGE, "a packet of " + length + " bytes, at most " + maximumPacketSize + " are taken");
        }
        if (length > end - at) {
            return false;
        }
        int first = bytes[start] & 0xFF;
        start = at + (int) length;
        packets.take(first, new PacketBody(bytes, at, start));
        return true;
    }

    private void makeRoom() {
        if (start == end) {
            start = 0;
            end = 0;
            if (bytes.length > INITIAL_BYTES) {
                bytes = new byte[INITIAL_BYTES];
            }
        }
        if (bytes.length - end >= LEAST_READ) {
            return;
        }
        int used = end - start;
        byte[] target = bytes.length - used >= LEAST_READ ? bytes : new byte[2 * bytes.length];
        System.arraycopy(bytes, start, target, 0, used);
        bytes = target;
        start = 0;
        end = used;
    }
}
