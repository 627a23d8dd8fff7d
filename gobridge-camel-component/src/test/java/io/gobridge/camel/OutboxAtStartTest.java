package io.gobridge.camel;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.camel.dispatch.Outbox;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.dispatch.OutboxMessage;
import io.gobridge.camel.routing.Binding;
import org.apache.camel.Producer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a producer leaves behind whose outbox opens some of its bindings only. */
class OutboxAtStartTest {

    private static final String URI = "gobridge:out?deliveryMode=shared_outbox&bindings=b1,b2&resolver=all";

    private final TestBridge bridge = new TestBridge();
    private final HalfOpenOutbox outbox = new HalfOpenOutbox();

    @BeforeEach
    void start() {
        bridge.bind("outbox", outbox).bind("b1", new Binding("gobridge-memory:b1"))
                .bind("b2", new Binding("gobridge-memory:b2")).start();
    }

    @AfterEach
    void stop() {
        bridge.close();
    }

    private Producer producer(String uri) throws Exception {
        return bridge.context().getEndpoint(uri).createProducer();
    }

    @Test
    void shouldCloseWhatItOpenedWhenAnotherBindingDoesNotOpen() throws Exception {
        outbox.refused = "b2";

        assertThatThrownBy(producer(URI)::start).hasStackTraceContaining("b2 is refused");

        assertThat(outbox.calls).containsExactly("open b1", "open b2", "close b1");
    }

    @Test
    void shouldGiveTheNameBackWhenABindingDoesNotOpen() throws Exception {
        outbox.refused = "b2";
        assertThatThrownBy(producer(URI)::start).hasStackTraceContaining("b2 is refused");
        outbox.refused = "";
        outbox.calls.clear();

        Producer other = producer(URI + "&maxOutboxDepth=7");
        other.start();
        other.stop();

        assertThat(outbox.calls).containsExactly("open b1", "open b2", "close b1", "close b2");
    }

    /** Opens all but one binding. */
    private static final class HalfOpenOutbox implements Outbox {

        private final List<String> calls = new CopyOnWriteArrayList<>();
        private volatile String refused = "";

        @Override
        public OutboxDrain open(OutboxBinding binding) {
            calls.add("open " + binding.id());
            if (binding.id().equals(refused)) {
                throw new IllegalStateException(binding.id() + " is refused");
            }
            return new OutboxDrain() {

                @Override
                public List<String> reasons() {
                    return List.of();
                }

                @Override
                public CompletionStage<Void> close() {
                    calls.add("close " + binding.id());
                    return CompletableFuture.completedFuture(null);
                }
            };
        }

        @Override
        public CompletionStage<Void> persist(OutboxMessage message) {
            throw new AssertionError("Nobody sends");
        }
    }
}
