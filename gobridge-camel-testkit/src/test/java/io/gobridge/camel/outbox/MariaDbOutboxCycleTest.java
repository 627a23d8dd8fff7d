package io.gobridge.camel.outbox;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.outbox.OutboxCycleContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** MariaDB settles and reads the records. */
@Tag("real-brokers")
class MariaDbOutboxCycleTest extends OutboxCycleContract {

    private static HikariDataSource database;

    @BeforeAll
    static void start() {
        database = Databases.installedMariaDb();
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
