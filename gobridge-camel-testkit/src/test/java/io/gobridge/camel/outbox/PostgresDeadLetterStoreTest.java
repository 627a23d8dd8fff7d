package io.gobridge.camel.outbox;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.deadletter.DeadLetterArchive;
import io.gobridge.camel.testkit.contract.DeadLetterStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** PostgreSQL keeps the dead letters. */
class PostgresDeadLetterStoreTest extends DeadLetterStoreContract {

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
    protected DeadLetterArchive open() {
        SqlDeadLetterStore store = new SqlDeadLetterStore(database);
        store.setCreateSchema(true);
        return store;
    }
}
