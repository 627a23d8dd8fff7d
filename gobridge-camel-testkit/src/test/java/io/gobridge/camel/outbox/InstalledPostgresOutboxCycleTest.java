package io.gobridge.camel.outbox;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.outbox.OutboxCycleContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The PostgreSQL of this machine settles and reads the records. */
@Tag("real-brokers")
class InstalledPostgresOutboxCycleTest extends OutboxCycleContract {

    private static HikariDataSource database;

    @BeforeAll
    static void start() {
        database = Databases.installedPostgres();
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
