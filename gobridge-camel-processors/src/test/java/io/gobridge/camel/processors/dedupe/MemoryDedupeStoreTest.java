package io.gobridge.camel.processors.dedupe;

import java.time.Clock;
import java.time.Duration;

import io.gobridge.camel.delivery.DedupeClaim;
import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.delivery.DedupeStore;
import io.gobridge.camel.delivery.MemoryDedupeStore;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.contract.DedupeStoreContract;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MemoryDedupeStoreTest extends DedupeStoreContract {

    private static final Duration HOUR = Duration.ofHours(1);

    private final SettableClock clock = new SettableClock();

    @Override
    protected DedupeStore open(Clock storeClock) {
        return new MemoryDedupeStore(storeClock, 1000);
    }

    private static DedupeKey key(int number) {
        return new DedupeKey("orders", "m" + number);
    }

    @Test
    void shouldStayWithinItsCapacity() {
        MemoryDedupeStore unit = new MemoryDedupeStore(clock, 3);
        for (int i = 0; i < 100; i++) {
            unit.claim(key(i), "a", HOUR);
            unit.complete(key(i), "a", HOUR);
        }

        assertThat(unit.size()).isEqualTo(3);
        assertThat(unit.claim(key(99), "b", HOUR).toCompletableFuture().join()).isInstanceOf(DedupeClaim.Done.class);
        assertThat(unit.claim(key(0), "b", HOUR).toCompletableFuture().join()).isInstanceOf(DedupeClaim.Granted.class);
    }

    @Test
    void shouldNotForgetWhatIsInProgress() {
        MemoryDedupeStore unit = new MemoryDedupeStore(clock, 2);
        unit.claim(key(1), "a", HOUR);
        unit.claim(key(2), "a", HOUR);

        assertThat(unit.claim(key(3), "a", HOUR).toCompletableFuture()).isCompletedExceptionally();
        clock.advance(HOUR);

        assertThat(unit.claim(key(3), "a", HOUR).toCompletableFuture()).isCompleted();
    }
}
