package io.gobridge.camel.outbox.store;

import java.lang.reflect.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** The databases that an outbox can use; each has its statements in a folder of its own. */
public enum Dialect {

    /** PostgreSQL 12 and newer. */
    POSTGRESQL,
    /** MariaDB 10.6 and newer; MySQL 8 with the statements of MariaDB, which is not part of the tests. */
    MARIADB,
    /** H2 2.2 and newer. */
    H2;

    /**
     * Returns the dialect of the database.
     *
     * @throws BridgeException {@code INVALID_CONFIG} when it is none that an outbox can use, {@code CONNECTION_LOST}
     *                         when it cannot be reached
     */
    public static Dialect of(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return named(connection.getMetaData().getDatabaseProductName());
        } catch (BridgeException e) {
            throw e;
        } catch (SQLException | RuntimeException e) {
            throw SqlFailures.unreachable(e);
        }
    }

    private static Dialect named(String product) {
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL;
            case "mariadb", "mysql" -> MARIADB;
            case "h2" -> H2;
            default -> throw BridgeException.of(FailureCode.INVALID_CONFIG, "dataSource: an outbox cannot be kept in " + product
                                                                            + "; allowed are PostgreSQL, MariaDB, MySQL and H2");
        };
    }

    /** Returns where the statement is on the class path. */
    String statement(String name) {
        return "gobridge/sql/" + name().toLowerCase(Locale.ROOT) + "/" + name + ".sql";
    }

    /** Returns the numbers as one parameter. */
    Object numbers(List<Long> numbers) {
        return switch (this) {
            case POSTGRESQL, H2 -> numbers.toArray(Long[]::new);
            case MARIADB -> numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
        };
    }

    /** Returns texts that need no quoting in JSON as one parameter. */
    Object names(List<String> names) {
        return switch (this) {
            case POSTGRESQL, H2 -> names.toArray(String[]::new);
            case MARIADB -> names.stream().collect(Collectors.joining("\",\"", "[\"", "\"]"));
        };
    }

    /** Tells whether many rows are the parameters of one statement, an array a column; else they are a batch. */
    boolean takesColumns() {
        return this == POSTGRESQL;
    }

    /** Returns rows, at least one, as the parameters of the statement that inserts them. */
    Object rows(List<List<Object>> rows) {
        return takesColumns()
                ? IntStream.range(0, rows.get(0).size()).mapToObj(column -> column(rows, column)).toList()
                : rows.iterator();
    }

    private static Object column(List<List<Object>> rows, int column) {
        Object[] values = (Object[]) Array.newInstance(rows.get(0).get(column).getClass(), rows.size());
        Arrays.setAll(values, row -> rows.get(row).get(column));
        return values;
    }
}
