package io.gobridge.camel.outbox;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.outbox.SharedDatabaseContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Others use MariaDB at the same time. */
@Tag("real-brokers")
class MariaDbSharedDatabaseTest extends SharedDatabaseContract {

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
    protected StoreFixture open() throws Exception {
        return new SqlStoreFixture(database);
    }

    @Override
    protected DataSource database() {
        return database;
    }

    @Override
    protected String countOfBlocked() {
        return "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE '%gobridge_lease%'";
    }
}
