package io.gobridge.camel.transport.mqtt;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.ManualScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class KeepAliveTest {

    private static final Duration HALF = Duration.ofSeconds(5);

    private final ManualScheduler scheduler = new ManualScheduler();
    private final PacketWriter writer = new PacketWriter();
    private final AtomicInteger givenUp = new AtomicInteger();
    private final KeepAlive unit = new KeepAlive(scheduler, writer, givenUp::incrementAndGet);

    @AfterEach
    void stop() {
        writer.abort();
    }

    @Test
    void shouldPingWhenNothingIsWritten() {
        startWriting();
        unit.start(HALF.multipliedBy(2));

        pass(HALF);
        await().until(() -> writer.bytesWritten() == 2);
        unit.answered();
        pass(HALF);
        pass(HALF);

        await().until(() -> writer.bytesWritten() == 4);
        assertThat(givenUp).hasValue(0);
    }

    @Test
    void shouldGiveUpWhenAPingHasNoAnswerForAnInterval() {
        startWriting();
        unit.start(HALF.multipliedBy(2));
        pass(HALF);
        await().until(() -> writer.bytesWritten() == 2);

        pass(HALF);
        pass(HALF);
        assertThat(givenUp).hasValue(0);
        pass(HALF);

        assertThat(givenUp).hasValue(1);
    }

    @Test
    void shouldGiveUpWhenNothingCanBeWrittenForAnInterval() {
        unit.start(HALF.multipliedBy(2));

        pass(HALF);
        pass(HALF);
        assertThat(givenUp).hasValue(0);
        pass(HALF);

        assertThat(givenUp).hasValue(1);
    }

    @Test
    void shouldNotPingWithoutAnInterval() {
        unit.start(Duration.ZERO);
        pass(Duration.ofDays(1));

        assertThat(writer.bytesWritten()).isZero();
        assertThat(givenUp).hasValue(0);
    }

    @Test
    void shouldDoNothingMoreWhenStopped() {
        unit.start(HALF.multipliedBy(2));
        pass(HALF);

        unit.stop();
        pass(HALF.multipliedBy(10));

        assertThat(givenUp).hasValue(0);
    }

    private void pass(Duration time) {
        scheduler.advance(time);
    }

    private void startWriting() {
        Thread thread = new Thread(() -> {
            try {
                writer.run(new ByteArrayOutputStream());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
