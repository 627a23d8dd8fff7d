package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/** An attempt ledger and a dedupe store in a database, under a name that nobody used before. */
final class SqlBeans implements AutoCloseable {

    final String name = "test-" + UUID.randomUUID();
    private final DataSource dataSource;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    SqlBeans(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    SqlAttemptLedger ledger() {
        return prepared(new SqlAttemptLedger(dataSource));
    }

    SqlDedupeStore dedupe() {
        return prepared(new SqlDedupeStore(dataSource));
    }

    private <B extends DatabaseBean<?>> B prepared(B bean) {
        bean.setName(name);
        bean.setCreateSchema(true);
        bean.setExecutor(threads);
        return bean;
    }

    /** Lets the duration pass for the beans: the database's clock stays, and everything in it happened earlier. */
    void pass(Duration duration) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        jdbc.update("UPDATE gobridge_attempt SET updated_at = updated_at - ? WHERE ledger = ?", duration.toMillis(), name);
        jdbc.update("UPDATE gobridge_dedupe SET expires_at = expires_at - ? WHERE store_name = ?", duration.toMillis(), name);
    }

    int rows(String table, String owner) {
        return new JdbcTemplate(dataSource).queryForObject(
                "SELECT COUNT(*) FROM " + table + " WHERE " + owner + " = ?", Integer.class, name);
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
