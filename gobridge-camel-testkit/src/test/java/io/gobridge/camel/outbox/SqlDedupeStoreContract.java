package io.gobridge.camel.outbox;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import javax.sql.DataSource;

import io.gobridge.camel.delivery.DedupeClaim;
import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.delivery.DedupeStore;
import io.gobridge.camel.testkit.contract.DedupeStoreContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What {@link SqlDedupeStore} has to do in each database. */
abstract class SqlDedupeStoreContract extends DedupeStoreContract {

    private SqlBeans beans;

    abstract DataSource database();

    @Override
    protected final DedupeStore open(Clock storeClock) {
        beans = new SqlBeans(database());
        return beans.dedupe();
    }

    @Override
    protected final void pass(Duration duration) {
        beans.pass(duration);
    }

    @Override
    protected final Duration slack() {
        return Duration.ofSeconds(20);
    }

    @Override
    protected final Instant now() {
        return Instant.now();
    }

    @Test
    final void shouldForgetWhatIsRememberedLongEnough() {
        SqlDedupeStore store = beans.dedupe();
        store.complete(new DedupeKey("orders", "old"), "a", Duration.ofHours(1)).toCompletableFuture().join();
        store.complete(new DedupeKey("orders", "young"), "a", Duration.ofHours(3)).toCompletableFuture().join();
        beans.pass(Duration.ofHours(2));

        SqlDedupeStore later = beans.dedupe();

        await().atMost(Duration.ofSeconds(60)).until(() -> {
            later.release(new DedupeKey("orders", "none"), "a").toCompletableFuture().join();
            return beans.rows("gobridge_dedupe", "store_name") == 1;
        });
        assertThat(later.claim(new DedupeKey("orders", "young"), "b", Duration.ofHours(1)).toCompletableFuture().join())
                .isInstanceOf(DedupeClaim.Done.class);
    }

    @AfterEach
    final void close() {
        beans.close();
    }
}
