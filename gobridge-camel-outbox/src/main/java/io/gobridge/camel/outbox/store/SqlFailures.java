package io.gobridge.camel.outbox.store;

import java.sql.SQLException;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.transaction.IllegalTransactionStateException;

/** Says what a failure of the database means. */
final class SqlFailures {

    private static final int MAX_DEPTH = 20;
    /** Class of the SQL state of values that the database cannot hold. */
    private static final String DATA_EXCEPTION = "22";

    private SqlFailures() {
    }

    /**
     * Returns the failure behind the error.
     *
     * @param what what failed, for the message: Persisting 3 records
     */
    static BridgeException of(Throwable error, String what) {
        BridgeException known = find(error, BridgeException.class);
        if (known != null) {
            return known;
        }
        if (find(error, IllegalTransactionStateException.class) != null) {
            return BridgeException.of(FailureCode.INVALID_CONFIG,
                    what + " failed: outboxTransaction=required, and the route has no transaction; nothing was kept", error);
        }
        DataAccessException translated = find(error, DataAccessException.class);
        SQLException sql = find(error, SQLException.class);
        if (translated == null && sql != null) {
            translated = new SQLExceptionSubclassTranslator().translate(what, null, sql);
        }
        String state = sql == null || sql.getSQLState() == null ? "" : " (SQL state " + sql.getSQLState() + ")";
        if (translated instanceof BadSqlGrammarException || translated instanceof InvalidDataAccessApiUsageException) {
            return BridgeException.of(FailureCode.INVALID_CONFIG, what + " failed" + state
                                                                  + ": the tables are not as this version needs them; set createSchema=true or run the"
                                                                  + " schema.sql of the dialect",
                    error);
        }
        if (isDuplicate(error)) {
            return BridgeException.of(FailureCode.UNAVAILABLE, what + " met a record that another node kept just now" + state,
                    error).withScope(FailureScope.TARGET);
        }
        if (translated instanceof DataIntegrityViolationException || isData(translated, sql)) {
            return BridgeException.of(FailureCode.NOT_SUPPORTED,
                    what + " failed: the database cannot hold the message" + state, error);
        }
        return BridgeException.of(FailureCode.CONNECTION_LOST,
                what + " failed: the database did not do it" + state + "; it is tried again", error);
    }

    /** Returns the failure of a database that nobody could connect to when it was needed first. */
    static BridgeException unreachable(Throwable error) {
        SQLException sql = find(error, SQLException.class);
        String state = sql == null || sql.getSQLState() == null ? "" : ", SQL state " + sql.getSQLState();
        return BridgeException.of(FailureCode.CONNECTION_LOST, "The outbox's database cannot be reached: "
                                                               + (sql == null ? error : sql).getClass().getName() + state
                                                               + "; nothing was begun",
                error);
    }

    /** Tells whether a row with the same key was there. */
    static boolean isDuplicate(Throwable error) {
        return find(error, DuplicateKeyException.class) != null;
    }

    /** Tells whether the database gave the work up because of somebody else's, for example to end a deadlock. */
    static boolean isConflict(Throwable error) {
        return find(error, ConcurrencyFailureException.class) != null;
    }

    private static boolean isData(DataAccessException translated, SQLException sql) {
        return translated instanceof UncategorizedSQLException && sql != null && sql.getSQLState() != null
                && sql.getSQLState().startsWith(DATA_EXCEPTION);
    }

    private static <T extends Throwable> T find(Throwable error, Class<T> type) {
        Throwable current = error;
        for (int depth = 0; current != null && depth < MAX_DEPTH; depth++) {
            if (type.isInstance(current)) {
                return type.cast(current);
            }
            current = current.getCause();
        }
        return null;
    }
}
