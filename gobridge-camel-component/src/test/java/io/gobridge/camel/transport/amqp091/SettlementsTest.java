package io.gobridge.camel.transport.amqp091;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;

import com.rabbitmq.client.AMQP;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SettlementsTest {

    private final FakeRabbit broker = new FakeRabbit();
    private final Settlements unit = new Settlements(broker.channel(), broker.work::add);

    @BeforeEach
    void receive() {
        LongStream.rangeClosed(1, 6).forEach(unit::received);
    }

    @Test
    void shouldAcknowledgeAtOnceWhatBeginsWithTheOldest() {
        List.of(3L, 1L, 2L, 5L).forEach(unit::ack);

        broker.work();

        assertThat(broker.written).containsExactly("basicAck 3 true", "basicAck 5 false");
    }

    @Test
    void shouldNotAcknowledgeWhatIsLeftOut() {
        List.of(2L, 3L, 6L).forEach(unit::ack);

        broker.work();

        assertThat(broker.written).containsExactly("basicAck 2 false", "basicAck 3 false", "basicAck 6 false");
    }

    @Test
    void shouldGiveBackBeforeAnAcknowledgementCouldTakeItAlong() {
        unit.ack(1);
        unit.requeue(2);
        unit.ack(3);
        unit.reject(4);

        broker.work();

        assertThat(broker.written).containsExactly("basicNack 2 true", "basicNack 4 false", "basicAck 3 true");
    }

    @Test
    void shouldGoOnWhereTheLastRunEnded() {
        unit.ack(1);
        broker.work();
        unit.ack(3);
        broker.work();
        unit.ack(2);
        unit.ack(4);
        broker.work();

        assertThat(broker.written).containsExactly("basicAck 1 true", "basicAck 3 false", "basicAck 4 true");
    }

    @Test
    void shouldBeDoneWhenItIsWritten() {
        CompletionStage<Void> acked = unit.ack(1);
        CompletionStage<Void> idle = unit.idle();
        assertThat(acked.toCompletableFuture()).isNotDone();
        assertThat(idle.toCompletableFuture()).isNotDone();

        broker.work();

        assertThat(acked.toCompletableFuture()).isCompleted();
        assertThat(idle.toCompletableFuture()).isCompleted();
    }

    @Test
    void shouldLoseTheLockWithTheChannel() {
        CompletionStage<Void> acked = unit.ack(1);
        broker.end(AMQP.CONNECTION_FORCED, "stopping");

        broker.work();

        assertThat(acked.toCompletableFuture()).failsWithin(Duration.ZERO)
                .withThrowableThat().havingCause().isInstanceOfSatisfying(BridgeException.class,
                        lost -> assertThat(lost.code()).isEqualTo(FailureCode.LOCK_LOST));
    }
}
