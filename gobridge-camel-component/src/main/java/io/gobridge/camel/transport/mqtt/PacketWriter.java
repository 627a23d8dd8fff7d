package io.gobridge.camel.transport.mqtt;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes packets in order on a thread of its own, all that wait in one write: nobody who sends or reads waits for the
 * network. Thread-safe.
 */
final class PacketWriter {

    /** Also the most of one WebSocket frame, which brokers limit. */
    private static final int BUFFER_BYTES = 16 * 1024;

    private static final byte[] NOTHING = {};

    private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final List<CompletableFuture<Integer>> buffered = new ArrayList<>();
    private final CompletableFuture<Integer> last = new CompletableFuture<>();
    private final AtomicLong bytesWritten = new AtomicLong();
    private int length;
    private volatile Thread parked;
    private volatile boolean isAborted;

    /** A packet of one or two parts, and who waits until it is written, or null. */
    private static final class Outgoing {

        private final byte[] head;
        private final byte[] payload;
        private final CompletableFuture<Integer> written;

        private Outgoing(byte[] head, byte[] payload, CompletableFuture<Integer> written) {
            this.head = head;
            this.payload = payload;
            this.written = written;
        }
    }

    /** Writes a packet behind those that wait. */
    void write(byte[] packet) {
        write(packet, NOTHING, null);
    }

    /** Writes a packet of two parts behind those that wait; the future, which may be null, then completes with 0. */
    void write(byte[] head, byte[] payload, CompletableFuture<Integer> written) {
        queue.add(new Outgoing(head, payload, written));
        wake();
    }

    /** Writes a last packet behind those that wait; completes when it is written. What comes later is not written. */
    CompletableFuture<Integer> finish(byte[] packet) {
        write(packet, NOTHING, last);
        return last;
    }

    /** Writes no more. A write that is under way ends with the connection. */
    void abort() {
        isAborted = true;
        wake();
    }

    /** Returns how much was written until now. */
    long bytesWritten() {
        return bytesWritten.get();
    }

    /** Writes until the last packet is written or this is aborted. */
    void run(OutputStream out) throws IOException {
        while (!isAborted && !last.isDone()) {
            Outgoing next = queue.poll();
            if (next != null) {
                add(next, out);
            }
            if (length > 0 && (next == null || next.written == last)) {
                flush(out);
            } else if (next == null) {
                park();
            }
        }
    }

    private void add(Outgoing packet, OutputStream out) throws IOException {
        add(packet.head, out);
        add(packet.payload, out);
        if (packet.written != null) {
            buffered.add(packet.written);
        }
    }

    private void add(byte[] bytes, OutputStream out) throws IOException {
        int added = 0;
        while (added < bytes.length) {
            if (length == BUFFER_BYTES) {
                flush(out);
            }
            int count = Math.min(bytes.length - added, BUFFER_BYTES - length);
            System.arraycopy(bytes, added, buffer, length, count);
            length += count;
            added += count;
        }
    }

    private void flush(OutputStream out) throws IOException {
        out.write(buffer, 0, length);
        out.flush();
        buffered.forEach(written -> written.complete(0));
        buffered.clear();
        bytesWritten.addAndGet(length);
        length = 0;
    }

    /** Whoever adds a packet looks for a parked thread afterwards, so one of the two sees the other. */
    private void park() {
        parked = Thread.currentThread();
        if (queue.isEmpty() && !isAborted) {
            LockSupport.park(this);
        }
        parked = null;
    }

    private void wake() {
        Thread waiting = parked;
        if (waiting != null) {
            parked = null;
            LockSupport.unpark(waiting);
        }
    }
}
