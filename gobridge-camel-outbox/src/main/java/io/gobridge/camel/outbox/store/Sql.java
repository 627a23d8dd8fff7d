package io.gobridge.camel.outbox.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.gobridge.camel.failure.BridgeException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs statements that are no part of a route, each in a transaction of its own unless it says otherwise. Thread-safe.
 */
final class Sql {

    private static final int TRIES = 5;

    private final Dialect dialect;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    Sql(Dialect dialect, DataSource dataSource) {
        this.dialect = dialect;
        this.jdbc = new JdbcTemplate(dataSource);
        this.transactions = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        transactions.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    }

    Dialect dialect() {
        return dialect;
    }

    /** Returns the longest statement that the database takes. */
    long mostStatementBytes() {
        return dialect == Dialect.MARIADB
                ? call("max_allowed_packet", () -> jdbc.queryForObject("SELECT @@max_allowed_packet", Long.class))
                : Long.MAX_VALUE;
    }

    int update(String statement, Object... parameters) {
        return call(statement, () -> jdbc.update(text(statement), parameters));
    }

    /** Inserts a row; false when one of the same key is there. */
    boolean insert(String statement, Object... parameters) {
        try {
            return update(statement, parameters) == 1;
        } catch (BridgeException e) {
            if (SqlFailures.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Runs the statements in one transaction, anew when others were in its way. */
    <T> T inTransaction(String what, Supplier<T> statements) {
        return retried(() -> {
            try {
                return transactions.execute(status -> statements.get());
            } catch (RuntimeException e) {
                throw SqlFailures.of(e, what);
            }
        });
    }

    /** Does the work again when a database gave it up in favour of somebody else's. */
    static <T> T retried(Supplier<T> work) {
        for (int tries = 1;; tries++) {
            try {
                return work.get();
            } catch (BridgeException e) {
                if (tries == TRIES || !SqlFailures.isConflict(e)) {
                    throw e;
                }
            }
        }
    }

    <T> List<T> query(String statement, RowMapper<T> mapper, Object... parameters) {
        return call(statement, () -> jdbc.query(text(statement), mapper, parameters));
    }

    /** Runs the statements of a script, which end with semicolons. */
    void script(String name) {
        call(name, () -> {
            for (String statement : read(name).split(";", -1)) {
                if (!statement.isBlank()) {
                    jdbc.execute(statement);
                }
            }
            return null;
        });
    }

    private static <T> T call(String statement, Supplier<T> work) {
        try {
            return work.get();
        } catch (DataAccessException e) {
            throw SqlFailures.of(e, "Statement " + statement + ".sql of the outbox");
        }
    }

    /** The files are written for camel-sql, whose placeholder is another. */
    private String text(String name) {
        return texts.computeIfAbsent(name, key -> read(key).replace('#', '?'));
    }

    private String read(String name) {
        String path = dialect.statement(name);
        try (InputStream file = Sql.class.getClassLoader().getResourceAsStream(path)) {
            if (file == null) {
                throw new IllegalStateException("The outbox's jar lacks " + path);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
