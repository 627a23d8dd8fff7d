package io.gobridge.camel.transport.amqp091;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.OutboundMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PublishQueueTest {

    private final FakeRabbit broker = new FakeRabbit();
    private final ManualScheduler scheduler = new ManualScheduler();
    private final Amqp091Envelopes envelopes = new Amqp091Envelopes(scheduler.clock());
    private final ChannelLink link = new ChannelLink(
            "test", new ChannelSource(broker::factory, new Blockages()), scheduler, new Random(1), broker.work::add,
            new ToTheUnit());
    private final PublishQueue unit = new PublishQueue("x", link, broker.work::add);
    private Channel channel;

    @Test
    void shouldSendInOrderWithoutWaiting() {
        List<CompletionStage<Void>> sent = send("a", "b", "c");

        assertThat(broker.written).containsExactly("basicPublish a", "basicPublish b", "basicPublish c");
        assertThat(sent).noneMatch(PublishQueueTest::isOver);
        unit.confirmed(channel, 2, true, true);
        assertThat(sent).extracting(PublishQueueTest::isOver).containsExactly(true, true, false);
        unit.confirmed(channel, 3, false, false);
        assertThat(failure(sent.get(2)).code()).isEqualTo(FailureCode.BROKER_BUSY);
        assertThat(failure(sent.get(2)).scope()).isEqualTo(FailureScope.TARGET);
    }

    @Test
    void shouldBoundWhatIsUnconfirmed() {
        send(Stream.generate(() -> "k").limit(1_500).toArray(String[]::new));
        assertThat(broker.written).hasSize(1_000);

        unit.confirmed(channel, 200, true, true);
        broker.work();

        assertThat(broker.written).hasSize(1_200);
    }

    @Test
    void shouldFindOutForWhichMessageTheChannelWasClosed() {
        List<CompletionStage<Void>> first = send("good", "bad", "fine");
        broker.end(AMQP.ACCESS_REFUSED, "access to topic 'bad' refused");
        assertThat(first).extracting(each -> failure(each).code()).containsOnly(FailureCode.CONNECTION_LOST);
        reconnect();
        broker.written.clear();

        List<CompletionStage<Void>> again = send("good", "bad", "fine");
        assertThat(broker.written).containsExactly("basicPublish good");
        unit.confirmed(channel, 1, false, true);
        broker.work();
        assertThat(broker.written).containsExactly("basicPublish good", "basicPublish bad");
        broker.end(AMQP.ACCESS_REFUSED, "access to topic 'bad' refused");

        assertThat(again.get(0).toCompletableFuture()).isCompleted();
        assertThat(failure(again.get(1)).code()).isEqualTo(FailureCode.FORBIDDEN);
        assertThat(failure(again.get(1)).getMessage()).contains("'bad'").contains("403");
    }

    @Test
    void shouldBlameTheTargetForWhatConcernsAllMessages() {
        List<CompletionStage<Void>> sent = send("a", "b");

        broker.end(AMQP.NOT_FOUND, "no exchange 'x'");

        assertThat(sent).extracting(each -> failure(each).code()).containsOnly(FailureCode.NOT_FOUND);
        assertThat(sent).extracting(each -> failure(each).scope()).containsOnly(FailureScope.TARGET);
    }

    @Test
    void shouldRefuseWhatNoFrameHoldsAndSendTheRest() {
        List<CompletionStage<Void>> sent = send("a");
        Envelope wide = Envelope.withId("wide").createdAt(Instant.EPOCH)
                .headers(Headers.builder().put("wide", "x".repeat(5_000)).build()).build();

        CompletionStage<Void> refused = submit(wide, "b");
        broker.work();
        sent.addAll(send("c"));

        assertThat(failure(refused).code()).isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
        assertThat(broker.written).containsExactly("basicPublish a", "basicPublish c");
        unit.confirmed(channel, 2, true, true);
        assertThat(sent).allMatch(PublishQueueTest::isOver);
    }

    @Test
    void shouldFailAtOnceWhileTheBrokerBlocks() {
        send("a");

        unit.blocked(true);

        assertThat(failure(send("b").get(0)).code()).isEqualTo(FailureCode.BROKER_BUSY);
        unit.blocked(false);
        send("c");
        assertThat(broker.written).containsExactly("basicPublish a", "basicPublish c");
    }

    private List<CompletionStage<Void>> send(String... keys) {
        List<CompletionStage<Void>> sent = new ArrayList<>();
        for (String key : keys) {
            sent.add(submit(Envelope.withId("m-" + key).createdAt(Instant.EPOCH).build(), key));
        }
        broker.work();
        return sent;
    }

    private CompletionStage<Void> submit(Envelope envelope, String key) {
        link.connect();
        return unit.submit(new Publication(new OutboundMessage(envelope, key), key, true, envelopes.toWire(envelope)));
    }

    private void reconnect() {
        broker.work();
        scheduler.advance(Duration.ofSeconds(2));
        broker.work();
    }

    private static boolean isOver(CompletionStage<Void> stage) {
        return stage.toCompletableFuture().isDone();
    }

    private static BridgeException failure(CompletionStage<Void> stage) {
        CompletableFuture<Void> future = stage.toCompletableFuture();
        assertThat(future).isCompletedExceptionally();
        return (BridgeException) future.handle((nothing, error) -> error).join();
    }

    private final class ToTheUnit implements ChannelLink.User {

        @Override
        public void prepare(Channel fresh) {
            // A fake needs no preparation.
        }

        @Override
        public void opened(Channel opened) {
            channel = opened;
            unit.opened(opened);
        }

        @Override
        public void lost(Channel lost, ShutdownSignalException signal, BridgeException why) {
            unit.lost(lost, signal, why);
        }

        @Override
        public void down(BridgeException why) {
            unit.down(why);
        }

        @Override
        public void blocked(boolean isBlocked) {
            unit.blocked(isBlocked);
        }
    }
}
