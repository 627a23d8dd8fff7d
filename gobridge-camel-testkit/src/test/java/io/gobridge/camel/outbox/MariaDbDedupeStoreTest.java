package io.gobridge.camel.outbox;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** MariaDB keeps what a dedupe step remembers. */
@Tag("real-brokers")
class MariaDbDedupeStoreTest extends SqlDedupeStoreContract {

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
    DataSource database() {
        return database;
    }
}
