package io.gobridge.camel.outbox;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The PostgreSQL of this machine keeps the attempt ledger. */
@Tag("real-brokers")
class InstalledPostgresAttemptLedgerTest extends SqlAttemptLedgerContract {

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
    DataSource database() {
        return database;
    }
}
