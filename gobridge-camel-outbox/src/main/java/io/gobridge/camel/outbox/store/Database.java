package io.gobridge.camel.outbox.store;

import java.util.List;
import java.util.Optional;

import javax.sql.DataSource;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** The database of an outbox before it is used: its tables, and whether its commits last. */
public final class Database {

    private static final Logger LOG = LoggerFactory.getLogger(Database.class);

    private final Dialect dialect;
    private final JdbcTemplate jdbc;
    private final Sql sql;

    /** Looks at the database behind the data source. */
    public Database(Dialect dialect, DataSource dataSource) {
        this.dialect = dialect;
        this.jdbc = new JdbcTemplate(dataSource);
        this.sql = new Sql(dialect, dataSource);
    }

    /** Creates the tables that are not there if that is wanted: yes, no, or null for H2 only. */
    public void prepare(Boolean createSchema) {
        if (createSchema == null ? dialect == Dialect.H2 : createSchema) {
            createSchema();
        }
    }

    /**
     * Warns when a commit can be lost. An H2 database that loses them is for tests, and somebody may have mistaken it
     * for a file: it must be acknowledged.
     *
     * @param  what            what is kept there, for the message
     * @throws BridgeException {@code INVALID_CONFIG} when it is not acknowledged
     */
    public void requireDurable(String what, boolean isAcknowledged) {
        volatileBecause().ifPresent(why -> {
            if (dialect == Dialect.H2 && !isAcknowledged) {
                throw BridgeException.of(FailureCode.INVALID_CONFIG, what + ": " + why
                                                                     + ", so what it keeps can be lost; use a database that keeps its commits,"
                                                                     + " or set acknowledgeVolatile=true");
            }
            LOG.warn("{}: {}, so what it keeps can be lost when the machine dies", what, why);
        });
    }

    /** Creates the tables that are not there. H2 is told to write each commit to its file at once. */
    public void createSchema() {
        if (dialect == Dialect.H2) {
            jdbc.execute("SET WRITE_DELAY 0");
        }
        try {
            sql.script("schema");
        } catch (BridgeException e) {
            // PostgreSQL lets one of two nodes fail that create a table at the same time.
            LOG.debug("The tables were not created at once; tried again", e);
            sql.script("schema");
        }
    }

    /** Says why a commit can be lost when the process or the machine dies; empty when it cannot. */
    private Optional<String> volatileBecause() {
        return switch (dialect) {
            case H2 -> h2();
            case POSTGRESQL -> setting("SHOW synchronous_commit", "off", "synchronous_commit=off")
                    .or(() -> setting("SHOW fsync", "off", "fsync=off"));
            case MARIADB -> mariaDb();
        };
    }

    private Optional<String> h2() {
        if (jdbc.queryForObject("CALL DATABASE_PATH()", String.class) == null) {
            return Optional.of("the H2 database is in memory");
        }
        List<String> delays = jdbc.queryForList(
                "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'WRITE_DELAY'", String.class);
        // H2 shows it twice: as it was set, and as it is in force.
        return !delays.isEmpty() && delays.stream().allMatch("0"::equals)
                ? Optional.empty()
                : Optional.of(
                        "H2 has WRITE_DELAY=" + delays.stream().filter(delay -> !"0".equals(delay)).findFirst().orElse("unset")
                              + " ms; add ;WRITE_DELAY=0 to its URL");
    }

    private Optional<String> mariaDb() {
        String flush = jdbc.queryForObject("SELECT @@innodb_flush_log_at_trx_commit", String.class);
        return "1".equals(flush) ? Optional.empty() : Optional.of("innodb_flush_log_at_trx_commit=" + flush);
    }

    private Optional<String> setting(String question, String bad, String description) {
        return bad.equals(jdbc.queryForObject(question, String.class)) ? Optional.of(description) : Optional.empty();
    }
}
