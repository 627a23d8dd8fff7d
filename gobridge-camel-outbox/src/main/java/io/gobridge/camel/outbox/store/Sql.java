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

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

/** Runs statements that no message waits for, each in a transaction of its own. Thread-safe. */
final class Sql {

    private final Dialect dialect;
    private final JdbcTemplate jdbc;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    Sql(Dialect dialect, DataSource dataSource) {
        this.dialect = dialect;
        this.jdbc = new JdbcTemplate(dataSource);
    }

    Dialect dialect() {
        return dialect;
    }

    int update(String statement, Object... parameters) {
        return call(statement, () -> jdbc.update(text(statement), parameters));
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
