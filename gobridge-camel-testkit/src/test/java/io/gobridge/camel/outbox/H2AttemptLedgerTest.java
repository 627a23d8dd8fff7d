package io.gobridge.camel.outbox;

import java.nio.file.Path;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** H2 keeps the attempt ledger in a file. */
class H2AttemptLedgerTest extends SqlAttemptLedgerContract {

    @TempDir
    private static Path directory;
    private static HikariDataSource database;

    @BeforeAll
    static void start() {
        database = Databases.h2(directory);
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
