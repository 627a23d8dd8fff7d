package io.gobridge.camel.outbox;

import java.time.Duration;

import javax.sql.DataSource;

import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.testkit.contract.AttemptLedgerContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What {@link SqlAttemptLedger} has to do in each database. */
abstract class SqlAttemptLedgerContract extends AttemptLedgerContract {

    private SqlBeans beans;

    abstract DataSource database();

    @Override
    protected final AttemptLedger open() {
        beans = new SqlBeans(database());
        return beans.ledger();
    }

    @Override
    protected final AttemptLedger onAnotherNode(AttemptLedger ledger) {
        return beans.ledger();
    }

    @Test
    final void shouldForgetWhatNobodyTouchedForSevenDays() {
        SqlAttemptLedger ledger = beans.ledger();
        ledger.returned("orders:old").toCompletableFuture().join();
        beans.pass(Duration.ofDays(7).plusMinutes(1));
        ledger.returned("orders:young").toCompletableFuture().join();

        SqlAttemptLedger later = beans.ledger();

        await().atMost(Duration.ofSeconds(60)).until(() -> isKnown(later, "orders:young") && !isKnown(later, "orders:old"));
        assertThat(beans.rows("gobridge_attempt", "ledger")).isEqualTo(1);
    }

    private static boolean isKnown(SqlAttemptLedger ledger, String key) {
        return ledger.find(key).toCompletableFuture().join().givenBack() > 0;
    }

    @AfterEach
    final void close() {
        beans.close();
    }
}
