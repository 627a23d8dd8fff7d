package io.gobridge.camel.transport.mqtt;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class PacketWriterTest {

    private final PacketWriter unit = new PacketWriter();
    private final Wire wire = new Wire();

    @AfterEach
    void stop() {
        wire.unblock.countDown();
        unit.abort();
    }

    @Test
    void shouldWriteAllThatWaitsInOneGo() throws Exception {
        CompletableFuture<Integer> written = new CompletableFuture<>();
        unit.write(new byte[] { 1 });
        unit.write(new byte[] { 2 }, new byte[] { 3, 4 }, written);
        CompletableFuture<Integer> last = unit.finish(new byte[] { 5 });
        unit.write(new byte[] { 6 });
        wire.unblock.countDown();

        unit.run(wire);

        assertThat(wire.bytes.toByteArray()).containsExactly(1, 2, 3, 4, 5);
        assertThat(wire.writes).hasValue(1);
        assertThat(written).isCompleted();
        assertThat(last).isCompleted();
    }

    @Test
    void shouldWriteALongPacketInPieces() throws Exception {
        byte[] payload = new byte[100_000];
        payload[99_999] = 7;
        unit.write(new byte[] { 1 }, payload, null);
        CompletableFuture<Integer> last = unit.finish(new byte[] { 9 });
        wire.unblock.countDown();

        unit.run(wire);

        assertThat(wire.bytes.toByteArray()).hasSize(100_002).endsWith(7, 9);
        assertThat(wire.longest).hasValueLessThanOrEqualTo(16 * 1024);
        assertThat(unit.bytesWritten()).isEqualTo(100_002);
        assertThat(last).isCompleted();
    }

    @Test
    void shouldNotKeepAnybodyWaitingForTheNetwork() throws Exception {
        Thread writing = start();
        unit.write(new byte[] { 1 });
        assertThat(wire.blocked.await(20, TimeUnit.SECONDS)).isTrue();

        for (int i = 0; i < 1_000; i++) {
            unit.write(new byte[100]);
        }

        assertThat(wire.writes).hasValue(1);
        wire.unblock.countDown();
        await().until(() -> unit.bytesWritten() == 100_001);
        unit.abort();
        writing.join(20_000);
        assertThat(writing.isAlive()).isFalse();
    }

    @Test
    void shouldWakeUpForEachPacketThatComesWhileNothingIsLeft() {
        wire.unblock.countDown();
        start();

        for (int i = 0; i < 1_000; i++) {
            CompletableFuture<Integer> written = new CompletableFuture<>();
            unit.write(new byte[] { 1 }, new byte[0], written);
            assertThat(written.orTimeout(20, TimeUnit.SECONDS).join()).isZero();
        }
    }

    private Thread start() {
        Thread thread = new Thread(() -> {
            try {
                unit.run(wire);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Takes nothing until it is told to. */
    private static final class Wire extends OutputStream {

        private final CountDownLatch blocked = new CountDownLatch(1);
        private final CountDownLatch unblock = new CountDownLatch(1);
        private final AtomicInteger writes = new AtomicInteger();
        private final AtomicInteger longest = new AtomicInteger();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(int value) {
            throw new IllegalStateException("one byte at a time");
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            writes.incrementAndGet();
            longest.accumulateAndGet(length, Math::max);
            blocked.countDown();
            try {
                unblock.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            bytes.write(source, offset, length);
        }
    }
}
