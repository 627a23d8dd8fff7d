package io.gobridge.camel.deadletter;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** F2: a store of dead letters that throws. */
class BrokenStoreTest {

    @Test
    void shouldHoldTheMessageUntilTheStoreTakesItOnce() throws Exception {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        AtomicInteger writes = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        MemoryDeadLetterStore kept = new MemoryDeadLetterStore();
        DeadLetterStore throwing = entry -> write(entry, kept, isBroken, writes);
        try (RedriveStage stage = new RedriveStage().bind("throwing", throwing)) {
            stage.start(routes -> routes.from(RedriveStage.SOURCE + "&deadLetter=#throwing&maxInFlight=1").routeId("r")
                    .process(exchange -> {
                        runs.incrementAndGet();
                        throw BridgeException.of(FailureCode.INTERNAL, "will never work");
                    }));
            GoBridgeConsumer consumer = (GoBridgeConsumer) stage.context().getRoute("r").getConsumer();

            stage.put("m1");
            await().atMost(RedriveStage.LONG).until(() -> writes.get() >= 3);

            assertThat(stage.queue().size()).isEqualTo(1);
            assertThat(consumer.counts().deadLettered()).isZero();
            await().atMost(RedriveStage.LONG)
                    .untilAsserted(() -> assertThat(consumer.reasons()).anyMatch(reason -> reason.startsWith("held:")));

            isBroken.set(false);

            await().atMost(RedriveStage.LONG).until(() -> consumer.counts().deadLettered() == 1);
            await().atMost(RedriveStage.LONG).until(() -> stage.queue().size() == 0);
        }
        assertThat(kept.entries()).singleElement().matches(entry -> entry.envelope().id().equals("m1"));
        assertThat(runs).as("runs of the route").hasValue(1);
    }

    private static CompletionStage<Void> write(
            DeadLetter entry, DeadLetterStore kept, AtomicBoolean isBroken, AtomicInteger writes) {
        writes.incrementAndGet();
        if (isBroken.get()) {
            throw new IllegalStateException("no rights");
        }
        return kept.write(entry);
    }
}
