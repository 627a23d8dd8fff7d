package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.store.GroupCommit;
import io.gobridge.camel.testkit.outbox.OutboxStoreContract;
import io.gobridge.camel.testkit.outbox.Records;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** MariaDB keeps the records. */
@Tag("real-brokers")
class MariaDbOutboxStoreTest extends OutboxStoreContract {

    private static HikariDataSource database;

    @BeforeAll
    static void start() {
        database = Databases.installedMariaDb();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    /** MariaDB ends the connection of whoever sends more than max_allowed_packet. */
    @Test
    void shouldBlameAMessageThatIsTooLargeAndNoOther() throws Exception {
        long most = new JdbcTemplate(database).queryForObject("SELECT @@max_allowed_packet", Long.class);
        ExecutorService threads = Executors.newFixedThreadPool(GroupCommit.COMMITS_AT_A_TIME);
        try (StoreFixture stores = open()) {
            long partition = stores.leases().register("too-large", 1).get(0);
            GroupCommit commits = new GroupCommit(stores.records(), threads);
            Envelope large = Records.message("large").toBuilder().payload(Payload.copyOf(new byte[(int) most / 2 + 1]))
                    .build();

            List<CompletableFuture<?>> small = new ArrayList<>();
            IntStream.range(0, 10).forEach(i -> small.add(
                    commits.persist(List.of(Records.record(partition, Records.message("before" + i)))).toCompletableFuture()));
            CompletableFuture<?> refused = commits.persist(List.of(Records.record(partition, large))).toCompletableFuture();
            IntStream.range(0, 10).forEach(i -> small.add(
                    commits.persist(List.of(Records.record(partition, Records.message("after" + i)))).toCompletableFuture()));

            assertThat(refused).failsWithin(Duration.ofSeconds(60)).withThrowableThat().havingCause()
                    .isInstanceOfSatisfying(BridgeException.class, why -> {
                        assertThat(why.code()).isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
                        assertThat(why).hasMessageContaining("max_allowed_packet");
                    });
            assertThat(small).allSatisfy(kept -> assertThat(kept).succeedsWithin(Duration.ofSeconds(60)));
        } finally {
            threads.shutdownNow();
        }
    }

    @Override
    protected StoreFixture open() throws Exception {
        return new SqlStoreFixture(database);
    }
}
