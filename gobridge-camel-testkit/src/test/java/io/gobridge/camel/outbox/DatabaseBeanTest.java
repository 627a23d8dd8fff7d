package io.gobridge.camel.outbox;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.DedupeClaim;
import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.outbox.drain.Ticker;
import org.apache.camel.impl.DefaultCamelContext;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What an attempt ledger and a dedupe store in a database have in common: their life, their failures, their memory. */
class DatabaseBeanTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final FailedRun RUN = new FailedRun(Instant.EPOCH, FailureCode.TIMEOUT, "late");

    @TempDir
    private Path directory;
    private HikariDataSource database;
    private SqlBeans beans;

    @BeforeEach
    void open() {
        database = Databases.h2(directory);
        beans = new SqlBeans(database);
    }

    @AfterEach
    void close() {
        beans.close();
        database.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    private static DedupeKey key(int number) {
        return new DedupeKey("orders", "m" + number);
    }

    /** Makes more rows than are forgotten at a time. */
    private void copyRows(String table, String columns, String key) {
        new JdbcTemplate(database).update("INSERT INTO " + table + " (" + columns + ", " + key + ") SELECT " + columns
                                          + ", 'copy' || X FROM " + table + ", SYSTEM_RANGE(1, 1500)");
    }

    @Test
    void shouldForgetInPortionsWhatNobodyTouchedForSevenDays() {
        SqlAttemptLedger ledger = beans.ledger();
        get(ledger.charge("orders:m1", RUN));
        copyRows("gobridge_attempt", "ledger, failures, last_runs, updated_at", "attempt_key");
        get(ledger.charge("orders:m0", RUN));
        beans.pass(Duration.ofDays(6));
        get(ledger.charge("orders:m0", RUN));
        beans.pass(Duration.ofDays(1).plusMinutes(1));

        SqlAttemptLedger later = beans.ledger();

        await().atMost(Duration.ofSeconds(60)).until(() -> get(later.find("orders:m1")).equals(AttemptHistory.NONE)
                && beans.rows("gobridge_attempt", "ledger") == 1);
        assertThat(get(later.find("orders:m0")).failures()).isEqualTo(2);
    }

    /** Its own time says when it forgets, not the database's. */
    @Test
    void shouldForgetAgainAfterAMinute() {
        AtomicLong nanos = new AtomicLong();
        DefaultCamelContext context = new DefaultCamelContext();
        context.getRegistry().bind("ticker", (Ticker) nanos::get);
        SqlAttemptLedger ledger = beans.ledger();
        ledger.setCamelContext(context);
        ledger.setExecutor(Runnable::run);
        get(ledger.charge("orders:m1", RUN));
        get(ledger.find("orders:m1"));
        beans.pass(Duration.ofDays(8));

        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        get(ledger.find("orders:m0"));
        assertThat(beans.rows("gobridge_attempt", "ledger")).isOne();
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        get(ledger.find("orders:m0"));

        assertThat(beans.rows("gobridge_attempt", "ledger")).isZero();
    }

    @Test
    void shouldForgetDuplicatesThatAreRememberedLongEnough() {
        SqlDedupeStore store = beans.dedupe();
        get(store.complete(key(1), "a", HOUR));
        copyRows("gobridge_dedupe", "store_name, owner, expires_at", "dedupe_key");
        get(store.claim(key(2_000), "a", HOUR.multipliedBy(5)));
        beans.pass(HOUR.multipliedBy(2));

        SqlDedupeStore later = beans.dedupe();

        await().atMost(Duration.ofSeconds(60))
                .until(() -> get(later.claim(key(2_000), "b", HOUR)) instanceof DedupeClaim.InProgress
                        && beans.rows("gobridge_dedupe", "store_name") == 1);
    }

    @Test
    void shouldKeepApplicationsOfDifferentNamesApart() {
        try (SqlBeans others = new SqlBeans(database)) {
            get(beans.ledger().charge("orders:m1", RUN));
            get(beans.dedupe().claim(key(1), "a", HOUR));

            assertThat(get(others.ledger().find("orders:m1"))).isEqualTo(AttemptHistory.NONE);
            assertThat(get(others.dedupe().claim(key(1), "b", HOUR))).isInstanceOf(DedupeClaim.Granted.class);
        }
    }

    @Test
    void shouldBlameTheDatabaseAndNotTheMessageWhenItIsAway() {
        SqlAttemptLedger ledger = beans.ledger();
        SqlDedupeStore store = beans.dedupe();
        get(ledger.find("orders:m1"));
        get(store.release(key(1), "a"));

        database.close();

        assertIsNobodysFault(ledger.charge("orders:m1", RUN));
        assertIsNobodysFault(store.claim(key(1), "a", HOUR));
        assertIsNobodysFault(beans.ledger().begin("orders:m1"));
    }

    private static void assertIsNobodysFault(CompletionStage<?> stage) {
        assertThat(stage.toCompletableFuture()).failsWithin(Duration.ofSeconds(30)).withThrowableThat().havingCause()
                .isInstanceOfSatisfying(BridgeException.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.TRANSIENT);
                    assertThat(failure.scope()).isEqualTo(FailureScope.TARGET);
                });
    }

    @Test
    void shouldOpenWithItsCamelContextAndAgainWithTheNext() {
        DefaultCamelContext context = new DefaultCamelContext();
        SqlAttemptLedger ledger = new SqlAttemptLedger(database);
        context.getRegistry().bind("ledger", ledger);
        context.start();
        get(ledger.charge("orders:m1", RUN));
        context.stop();
        assertIsNobodysFault(ledger.find("orders:m1"));

        context.start();

        assertThat(get(ledger.find("orders:m1")).failures()).isEqualTo(1);
        context.stop();
    }

    @Test
    void shouldStopTheStartWithAllThatIsWrong() throws Exception {
        SqlAttemptLedger ledger = new SqlAttemptLedger();
        ledger.setName("no spaces");
        ledger.setRetention(Duration.ZERO);
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.getRegistry().bind("ledger", ledger);

            assertThatThrownBy(context::start).isInstanceOfSatisfying(BridgeException.class,
                    failure -> assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIG))
                    .hasMessageContainingAll("dataSource", "name=no spaces", "retention=PT0S");
        }
    }

    @Test
    void shouldTakeNoteOfRunsUnlessToldOtherwise() {
        SqlAttemptLedger ledger = beans.ledger();
        assertThat(ledger.takesNoteOfRuns()).isTrue();

        ledger.setAnnounceRuns(false);

        assertThat(ledger.takesNoteOfRuns()).isFalse();
    }

    @Test
    void shouldSayWhatItLacksOutsideOfACamelContext() {
        JdbcDataSource alone = new JdbcDataSource();
        alone.setUrl("jdbc:h2:" + directory.resolve("alone"));

        assertThat(new SqlDedupeStore(alone).claim(key(1), "a", HOUR).toCompletableFuture())
                .failsWithin(Duration.ofSeconds(30)).withThrowableThat().havingCause()
                .withMessageContainingAll("gobridge", "CamelContext", "executor");
    }
}
