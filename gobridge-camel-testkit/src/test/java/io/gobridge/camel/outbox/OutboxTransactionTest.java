package io.gobridge.camel.outbox;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Whose transaction a message is kept in, and what happens when there is none to be had. */
class OutboxTransactionTest {

    @TempDir
    private static Path directory;
    private static HikariDataSource database;
    private static JdbcTemplate jdbc;

    private final RecordingSender target = new RecordingSender();
    private final String name = "outbox-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        database = Databases.h2(directory);
        jdbc = new JdbcTemplate(database);
        jdbc.execute("CREATE TABLE orders (id VARCHAR(50))");
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    private OutboxStage stage(String transaction) throws Exception {
        return stage(database, transaction);
    }

    /** A route that writes an order and keeps a message about it, and fails behind both when the body says so. */
    private OutboxStage stage(DataSource dataSource, String transaction) throws Exception {
        String keep = "gobridge:out?target=#target&deliveryMode=shared_outbox&outboxTransaction=" + transaction;
        return new OutboxStage(dataSource, name).bind("target", target)
                .bind("policy", new SpringTransactionPolicy(new DataSourceTransactionManager(dataSource)))
                .bind("orders", dataSource).start(new RouteBuilder() {

                    @Override
                    public void configure() {
                        from("direct:order").transacted("policy")
                                .to("sql:INSERT INTO orders VALUES (:#${body})?dataSource=#orders")
                                .to(keep).filter(body().startsWith("bad"))
                                .throwException(new IllegalStateException("the order is refused"));
                        from("direct:bare").to(keep);
                    }
                });
    }

    private static int orders(String id) {
        return jdbc.queryForObject("SELECT COUNT(*) FROM orders WHERE id = ?", Integer.class, id);
    }

    @Test
    void shouldKeepTheMessageWithTheBusinessDataOrNeither() throws Exception {
        try (OutboxStage stage = stage("join")) {
            ProducerTemplate template = stage.context.createProducerTemplate();
            assertThatThrownBy(() -> template.sendBody("direct:order", "bad-1")).hasStackTraceContaining("refused");
            template.sendBody("direct:order", "good-1");

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 1);
            assertThat(orders("bad-1")).isZero();
            assertThat(orders("good-1")).isOne();
        }
        assertThat(target.envelopes().get(0).payload().toText()).isEqualTo("good-1");
    }

    @Test
    void shouldKeepTheMessageThoughTheRouteRollsBackWhenTheTransactionIsItsOwn() throws Exception {
        try (OutboxStage stage = stage("own")) {
            ProducerTemplate template = stage.context.createProducerTemplate();
            assertThatThrownBy(() -> template.sendBody("direct:order", "bad-2")).hasStackTraceContaining("refused");

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 1);
            assertThat(orders("bad-2")).isZero();
        }
    }

    @Test
    void shouldBeginATransactionWhenThereIsNoneToJoin() throws Exception {
        try (OutboxStage stage = stage("join")) {
            stage.context.createProducerTemplate().sendBody("direct:bare", "alone");

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 1);
        }
    }

    @Test
    void shouldRefuseToBeginATransactionThatTheRouteMustHave() throws Exception {
        try (OutboxStage stage = stage("required")) {
            ProducerTemplate template = stage.context.createProducerTemplate();
            assertThatThrownBy(() -> template.sendBody("direct:bare", "alone"))
                    .hasStackTraceContaining("outboxTransaction=required");
            template.sendBody("direct:order", "good-3");

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 1);
        }
    }

    /** The database is away for a while: the source keeps its messages, and none is lost or charged. */
    @Test
    void shouldHoldTheSourceWhileTheDatabaseIsAway() throws Exception {
        AtomicBoolean isAway = new AtomicBoolean();
        DataSource flaky = new DelegatingDataSource(database) {

            @Override
            public Connection getConnection() throws SQLException {
                if (isAway.get()) {
                    throw new SQLException("connection refused", "08001");
                }
                return super.getConnection();
            }
        };
        try (OutboxStage stage = new OutboxStage(flaky, name).bind("target", target).start("target=#target")) {
            isAway.set(true);
            for (int i = 0; i < 20; i++) {
                stage.put("m" + i);
            }
            await().atMost(OutboxStage.LONG).until(() -> !stage.outbox.start().find("out").drain().reasons().isEmpty());
            assertThat(stage.queue().size()).isEqualTo(20);
            isAway.set(false);

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 20);
            stage.awaitTaken();
            assertThat(stage.deadLetters.entries()).isEmpty();
        }
        assertThat(target.ids()).doesNotHaveDuplicates();
    }
}
