package io.gobridge.camel.outbox;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.deadletter.AuditLine;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterArchive;
import io.gobridge.camel.deadletter.DeadLetterFilter;
import io.gobridge.camel.deadletter.DeadLetterSummary;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.contract.DeadLetterStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** H2 keeps the dead letters in a file. */
class H2DeadLetterStoreTest extends DeadLetterStoreContract {

    @TempDir
    private static Path directory;
    private static HikariDataSource database;

    @BeforeAll
    static void start() {
        database = Databases.h2(directory);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void shouldShowWhatANewerVersionCallsByNamesThatAreNotKnownHere() throws SQLException {
        DeadLetterArchive store = open();
        Instant now = Instant.parse("2026-01-01T12:00:00Z");
        DeadLetter entry = new DeadLetter(
                Envelope.withId("newer").createdAt(now).build(), "in", "newer", "", "", DeadLetterCategory.LOOP,
                FailureCode.TIMEOUT, "failed", now, now, 1, List.of(new FailedRun(now, FailureCode.TIMEOUT, "failed")));
        store.write(entry).toCompletableFuture().join();
        assertThat(rows("UPDATE gobridge_dead_letter SET category = 'TOO_NEW', code = 'TOO_NEW',"
                        + " history = REPLACE(history, 'TIMEOUT', 'TOO_NEW') WHERE id = '" + entry.id() + "'"))
                .isEqualTo(1);

        DeadLetterSummary listed = store.list(DeadLetterFilter.ALL.withRoute("newer"), "", 1).toCompletableFuture().join()
                .entries().get(0);
        DeadLetter shown = store.get(entry.id()).toCompletableFuture().join().orElseThrow();
        store.annotate(entry.id(), new AuditLine(now, "somebody", "looked at")).toCompletableFuture().join();

        assertThat(listed.category()).isEqualTo(DeadLetterCategory.PERMANENT);
        assertThat(listed.code()).isEqualTo(FailureCode.UNKNOWN);
        assertThat(shown.history()).extracting(FailedRun::code).containsExactly(FailureCode.UNKNOWN);
        assertThat(rows("UPDATE gobridge_dead_letter SET attempts = 1 WHERE category = 'TOO_NEW' AND code = 'TOO_NEW'"))
                .isEqualTo(1);
    }

    private static int rows(String update) throws SQLException {
        try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
            return statement.executeUpdate(update);
        }
    }

    @Override
    protected DeadLetterArchive open() {
        SqlDeadLetterStore store = new SqlDeadLetterStore(database);
        store.setCreateSchema(true);
        return store;
    }
}
