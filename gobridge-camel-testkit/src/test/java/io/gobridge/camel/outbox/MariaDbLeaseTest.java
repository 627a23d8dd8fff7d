package io.gobridge.camel.outbox;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.outbox.LeaseContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** MariaDB keeps the leases. */
@Tag("real-brokers")
class MariaDbLeaseTest extends LeaseContract {

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
