package io.gobridge.camel.outbox;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.deadletter.DeadLetterArchive;
import io.gobridge.camel.testkit.contract.DeadLetterStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** MariaDB keeps the dead letters. */
@Tag("real-brokers")
class MariaDbDeadLetterStoreTest extends DeadLetterStoreContract {

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
    protected DeadLetterArchive open() {
        SqlDeadLetterStore store = new SqlDeadLetterStore(database);
        store.setCreateSchema(true);
        return store;
    }
}
