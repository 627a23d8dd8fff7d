package io.gobridge.camel.outbox;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** PostgreSQL keeps the attempt ledger. */
class PostgresAttemptLedgerTest extends SqlAttemptLedgerContract {

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
    DataSource database() {
        return database;
    }
}
