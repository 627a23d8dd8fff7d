package io.gobridge.camel.outbox;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import javax.sql.DataSource;

import io.gobridge.camel.delivery.DedupeStore;
import io.gobridge.camel.testkit.contract.DedupeStoreContract;
import org.junit.jupiter.api.AfterEach;

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

    @AfterEach
    final void close() {
        beans.close();
    }
}
