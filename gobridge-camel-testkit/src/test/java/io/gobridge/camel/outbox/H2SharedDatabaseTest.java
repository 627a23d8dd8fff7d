package io.gobridge.camel.outbox;

import java.nio.file.Path;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.outbox.SharedDatabaseContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Others use the H2 file at the same time. */
class H2SharedDatabaseTest extends SharedDatabaseContract {

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
    protected StoreFixture open() throws Exception {
        return new SqlStoreFixture(database);
    }

    @Override
    protected DataSource database() {
        return database;
    }

    @Override
    protected String countOfBlocked() {
        return "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE BLOCKER_ID IS NOT NULL";
    }
}
