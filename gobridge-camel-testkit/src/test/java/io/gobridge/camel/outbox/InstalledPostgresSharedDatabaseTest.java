package io.gobridge.camel.outbox;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.outbox.SharedDatabaseContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Others use the PostgreSQL of this machine at the same time. */
@Tag("real-brokers")
class InstalledPostgresSharedDatabaseTest extends SharedDatabaseContract {

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

    @Override
    protected DataSource database() {
        return database;
    }

    @Override
    protected String countOfBlocked() {
        return "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%gobridge_lease%'";
    }
}
