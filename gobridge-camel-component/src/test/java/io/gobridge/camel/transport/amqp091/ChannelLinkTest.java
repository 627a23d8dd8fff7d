package io.gobridge.camel.transport.amqp091;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChannelLinkTest {

    private final FakeRabbit broker = new FakeRabbit();
    private final List<String> told = new ArrayList<>();
    private Consumer<Channel> whilePrepared = channel -> {
    };
    private Runnable beforeItIsTold = () -> {
    };
    private final ChannelLink unit = new ChannelLink(
            "test", new ChannelSource(broker::factory, new Blockages()), new ManualScheduler(), new Random(1), broker.work::add,
            new Told());

    @Test
    void shouldTellTheEndLastOfAChannelThatEndsAsItOpens() {
        beforeItIsTold = () -> broker.end(AMQP.RESOURCE_ERROR, "no memory");

        unit.connect();
        broker.work();

        assertThat(told).endsWith("opened", "lost");
        assertThat(unit.isDown()).isTrue();
    }

    /** The broker may end a consumer as soon as there is one. */
    @Test
    void shouldGiveUpAChannelThatIsOfNoUseBeforeItIsOpen() {
        whilePrepared = channel -> unit.renew(channel, BridgeException.of(FailureCode.NOT_FOUND, "the queue is gone"));

        unit.connect();
        broker.work();

        assertThat(unit.isDown()).isTrue();
    }

    private final class Told implements ChannelLink.User {

        @Override
        public void prepare(Channel channel) {
            whilePrepared.accept(channel);
        }

        @Override
        public void opened(Channel channel) {
            beforeItIsTold.run();
            told.add("opened");
        }

        @Override
        public void lost(Channel channel, ShutdownSignalException signal, BridgeException why) {
            told.add("lost");
        }

        @Override
        public void down(BridgeException why) {
            // Nothing waits.
        }

        @Override
        public void blocked(boolean isBlocked) {
            // Nothing is written.
        }
    }
}
