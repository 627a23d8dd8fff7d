package io.gobridge.camel.outbox;

import java.nio.file.Path;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** H2 keeps what a dedupe step remembers in a file. */
class H2DedupeStoreTest extends SqlDedupeStoreContract {

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
