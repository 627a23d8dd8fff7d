package io.gobridge.camel.outbox;

import java.nio.file.Path;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.outbox.OutboxCycleContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** H2 settles and reads the records in a file. */
class H2OutboxCycleTest extends OutboxCycleContract {

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
}
