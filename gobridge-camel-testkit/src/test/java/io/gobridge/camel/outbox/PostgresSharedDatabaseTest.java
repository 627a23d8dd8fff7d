package io.gobridge.camel.outbox;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.outbox.SharedDatabaseContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Others use the PostgreSQL at the same time. */
class PostgresSharedDatabaseTest extends SharedDatabaseContract {

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

    @Override
    protected DataSource database() {
        return database;
    }

    @Override
    protected String countOfBlocked() {
        return "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%gobridge_lease%'";
    }
}
