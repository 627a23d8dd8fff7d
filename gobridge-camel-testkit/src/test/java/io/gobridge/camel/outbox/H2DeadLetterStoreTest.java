package io.gobridge.camel.outbox;

import java.nio.file.Path;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.deadletter.DeadLetterArchive;
import io.gobridge.camel.testkit.contract.DeadLetterStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** H2 keeps the dead letters in a file. */
class H2DeadLetterStoreTest extends DeadLetterStoreContract {

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
    protected DeadLetterArchive open() {
        SqlDeadLetterStore store = new SqlDeadLetterStore(database);
        store.setCreateSchema(true);
        return store;
    }
}
