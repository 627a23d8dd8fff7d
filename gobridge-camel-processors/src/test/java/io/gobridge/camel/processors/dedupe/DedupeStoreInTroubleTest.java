package io.gobridge.camel.processors.dedupe;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.DedupeClaim;
import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.delivery.DedupeStore;
import io.gobridge.camel.delivery.MemoryDedupeStore;
import io.gobridge.camel.processors.StepBridge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A store that is down, or slow. */
class DedupeStoreInTroubleTest {

    private static final Duration TICK = Duration.ofMillis(100);

    private final StepBridge bridge = new StepBridge();
    private final MemoryDedupeStore store = new MemoryDedupeStore(bridge.clock, 1000);

    @AfterEach
    void stop() {
        bridge.close();
    }

    private void put(String id) {
        bridge.put(id, Map.of());
    }

    @Test
    void shouldHoldMessagesUnchargedWhileTheStoreIsDown() {
        BrokenStore broken = new BrokenStore(store);
        bridge.start(routes -> routes.from(StepBridge.SOURCE + "&maxReplayAttempts=0").routeId("in")
                .process(new DedupeProcessor(DedupeSettings.DEFAULT, broken)).to(StepBridge.TARGET));
        put("m1");
        bridge.eventually(TICK, () -> assertThat(broken.asked()).isGreaterThan(3));
        assertThat(bridge.arrived()).isEmpty();

        broken.mend();

        bridge.eventually(TICK, () -> assertThat(bridge.arrived()).containsExactly("m1"));
        assertThat(bridge.dead()).isEmpty();
    }

    @Test
    void shouldAcknowledgeAfterTheStoreHasNotedIt() {
        SlowStore slow = new SlowStore(store);
        bridge.start(routes -> routes.from(StepBridge.SOURCE).routeId("in")
                .process(new DedupeProcessor(DedupeSettings.DEFAULT, slow)).to(StepBridge.TARGET));
        put("m1");
        bridge.soon(() -> assertThat(bridge.arrived()).containsExactly("m1"));
        bridge.soon(() -> assertThat(slow.isAskedToComplete()).isTrue());
        assertThat(bridge.counts().completed()).isZero();

        slow.goOn();

        bridge.soon(() -> assertThat(bridge.counts().completed()).isEqualTo(1));
    }

    /** Fails until it is mended. */
    private static final class BrokenStore implements DedupeStore {

        private final DedupeStore store;
        private final AtomicInteger asked = new AtomicInteger();
        private volatile boolean isMended;

        private BrokenStore(DedupeStore store) {
            this.store = store;
        }

        int asked() {
            return asked.get();
        }

        void mend() {
            isMended = true;
        }

        @Override
        public CompletionStage<DedupeClaim> claim(DedupeKey key, String owner, Duration lease) {
            asked.incrementAndGet();
            return isMended
                    ? store.claim(key, owner, lease)
                    : CompletableFuture.failedFuture(new IllegalStateException("The database is down"));
        }

        @Override
        public CompletionStage<Boolean> complete(DedupeKey key, String owner, Duration retention) {
            return store.complete(key, owner, retention);
        }

        @Override
        public CompletionStage<Void> release(DedupeKey key, String owner) {
            return store.release(key, owner);
        }
    }

    /** Answers on another thread, and notes nothing until it may go on. */
    private static final class SlowStore implements DedupeStore {

        private final DedupeStore store;
        private final CompletableFuture<Void> mayGoOn = new CompletableFuture<>();
        private volatile boolean isAskedToComplete;

        private SlowStore(DedupeStore store) {
            this.store = store;
        }

        boolean isAskedToComplete() {
            return isAskedToComplete;
        }

        void goOn() {
            mayGoOn.complete(null);
        }

        @Override
        public CompletionStage<DedupeClaim> claim(DedupeKey key, String owner, Duration lease) {
            return CompletableFuture.supplyAsync(() -> store.claim(key, owner, lease)).thenCompose(claim -> claim);
        }

        @Override
        public CompletionStage<Boolean> complete(DedupeKey key, String owner, Duration retention) {
            isAskedToComplete = true;
            return mayGoOn.thenCompose(ignored -> store.complete(key, owner, retention));
        }

        @Override
        public CompletionStage<Void> release(DedupeKey key, String owner) {
            return store.release(key, owner);
        }
    }
}
