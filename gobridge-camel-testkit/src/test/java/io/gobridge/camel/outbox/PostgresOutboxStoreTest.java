package io.gobridge.camel.outbox;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.outbox.OutboxStoreContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** PostgreSQL keeps the records. */
class PostgresOutboxStoreTest extends OutboxStoreContract {

    private static HikariDataSource database;

    @BeforeAll
    static void start() {
        database = Databases.embeddedPostgres();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Override
    protected StoreFixture open() throws Exception {
        return new SqlStoreFixture(database);
    }
}
