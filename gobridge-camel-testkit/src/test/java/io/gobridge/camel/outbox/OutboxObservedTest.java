package io.gobridge.camel.outbox;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.dispatch.OutboxMessage;
import io.gobridge.camel.dispatch.OutboxMessage.Destination;
import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.transport.OutboundMessage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What can be seen of an outbox from outside: meters, JMX, health, and the records that were completed. */
class OutboxObservedTest {

    @TempDir
    private static Path directory;
    private static HikariDataSource database;

    private final String name = "outbox-" + UUID.randomUUID();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RecordingSender target = new RecordingSender();
    private final FailingSender away = new FailingSender(
            FailingSender.ALWAYS, BridgeException.of(FailureCode.CONNECTION_LOST, "away"), target);
    private final MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();

    @BeforeAll
    static void start() {
        database = Databases.h2(directory);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    private OutboxStage stage() {
        OutboxStage stage = new OutboxStage(database, name).bind("target", target).bind("away", away);
        stage.outbox.setMeterInterval(Duration.ofSeconds(1));
        return stage;
    }

    private static void send(OutboxStage stage, int messages) {
        IntStream.range(0, messages).forEach(i -> stage.put("m" + i));
        stage.awaitTaken();
    }

    private double gauge(String meter) {
        return registry.find(meter).gauges().stream().mapToDouble(Gauge::value).sum();
    }

    private double counter(String meter) {
        return registry.find(meter).counters().stream().mapToDouble(Counter::count).sum();
    }

    private List<Meter> meters() {
        return registry.getMeters().stream().filter(meter -> meter.getId().getName().startsWith("gobridge.")).toList();
    }

    @Test
    void shouldMeasureWhatItDoes() throws Exception {
        try (OutboxStage stage = stage().bind("registry", registry).start("target=#target")) {
            send(stage, 20);
            await().atMost(OutboxStage.LONG).until(() -> counter("gobridge.outbox.claimed") >= 20 && target.count() == 20);

            assertThat(counter("gobridge.outbox.claimed")).isEqualTo(20);
            assertThat(registry.find("gobridge.outbox.drain.batch").summaries().stream()
                    .mapToDouble(DistributionSummary::totalAmount).sum()).isEqualTo(20);
            assertThat(registry.find("gobridge.outbox.persist.latency").timers().stream().mapToLong(Timer::count).sum())
                    .isEqualTo(20);
            assertThat(registry.find("gobridge.lease.renew.latency").timers()).allMatch(timer -> timer.count() > 0);
            assertThat(counter("gobridge.outbox.duplicate.risk")).isZero();
            assertThat(counter("gobridge.lease.transfers")).isEqualTo(2);
            assertThat(gauge("gobridge.lease.held")).isEqualTo(2);
            assertThat(meters()).hasSize(9 * 2)
                    .allSatisfy(meter -> assertThat(meter.getId().getTags()).containsExactlyInAnyOrder(
                            Tag.of("outbox", name), Tag.of("binding", "out"),
                            Tag.of("partition", String.valueOf(meter.getId().getTag("partition")))));
            assertThat(meters()).extracting(meter -> meter.getId().getTag("partition")).containsOnly("0", "1");
        }
        assertThat(meters()).isEmpty();
    }

    @Test
    void shouldMeasureWhatItKeeps() throws Exception {
        try (OutboxStage stage = stage().bind("registry", registry).start("target=#away")) {
            send(stage, 7);

            await().atMost(OutboxStage.LONG).until(() -> gauge("gobridge.outbox.depth") == 7);
            await().atMost(OutboxStage.LONG).until(() -> gauge("gobridge.outbox.oldest.age") > 1);
            away.heal();
            await().atMost(OutboxStage.LONG)
                    .until(() -> gauge("gobridge.outbox.depth") == 0 && gauge("gobridge.outbox.oldest.age") == 0);
        }
    }

    @Test
    void shouldShowItselfInJmx() throws Exception {
        ObjectName bean;
        try (OutboxStage stage = stage().start("target=#away")) {
            bean = new ObjectName(
                    "org.apache.camel:context=" + stage.context.getManagementName()
                                  + ",type=services,name=gobridge-outbox-" + name);
            send(stage, 7);

            await().atMost(OutboxStage.LONG).until(() -> depth(bean) == 7);
            assertThat(partitions(bean)).allSatisfy(row -> {
                assertThat(row.get("binding")).isEqualTo("out");
                assertThat(row.get("lease")).isEqualTo("HELD");
                assertThat(row.get("owner")).isEqualTo(jmx.getAttribute(bean, "Node"));
                assertThat(row.get("version")).isEqualTo(1L);
            }).hasSize(2);
            assertThat(jmx.getAttribute(bean, "Name")).isEqualTo(name);
            assertThat(jmx.getAttribute(bean, "Completed")).isEqualTo(0L);
            await().atMost(OutboxStage.LONG).until(() -> (long) jmx.getAttribute(bean, "OldestAgeSeconds") > 0);
            away.heal();
            await().atMost(OutboxStage.LONG).until(() -> (long) jmx.getAttribute(bean, "Completed") == 7);
            assertThat(jmx.getAttribute(bean, "DuplicatesRisked")).isEqualTo(0L);
            assertThat(jmx.getAttribute(bean, "DuplicatesSuppressed")).isEqualTo(0L);
        }
        assertThat(jmx.isRegistered(bean)).isFalse();
    }

    @Test
    void shouldCountADuplicateOnceThoughAnotherDestinationKeepsItsMessageAfterAll() throws Exception {
        OutboxStage stage = stage();
        stage.outbox.setOnIdReuse(IdReuse.PERSIST);
        try (stage) {
            stage.bind("one", new Binding(target)).bind("two", new Binding(target)).start("bindings=one,two&resolver=all");
            persist(stage, OutboxStage.message("m1"), OutboxStage.message("m1"));

            persist(stage, OutboxStage.message("m1"),
                    OutboxStage.message("m1").toBuilder().payload(Payload.ofText("another")).build());

            assertThat(stage.outbox.start().find("one").duplicatesSuppressed()).isOne();
            assertThat(stage.outbox.start().find("two").duplicatesSuppressed()).isZero();
            await().atMost(OutboxStage.LONG).until(() -> target.count() == 3);
        }
    }

    private static void persist(OutboxStage stage, Envelope one, Envelope two) {
        List<Destination> destinations = List.of(
                new Destination("one", new OutboundMessage(one, "")), new Destination("two", new OutboundMessage(two, "")));
        assertThat(stage.outbox.persist(new OutboxMessage("in", "in", destinations, OutboxTransaction.OWN)))
                .succeedsWithin(OutboxStage.LONG);
    }

    private List<CompositeData> partitions(ObjectName bean) throws Exception {
        return ((TabularData) jmx.getAttribute(bean, "Partitions")).values().stream().map(CompositeData.class::cast).toList();
    }

    private int depth(ObjectName bean) throws Exception {
        return partitions(bean).stream().mapToInt(row -> (int) row.get("depth")).sum();
    }

    @Test
    void shouldWorkWithoutManagementAndWithoutMeters() throws Exception {
        OutboxStage stage = stage();
        stage.context.disableJMX();
        try (stage) {
            stage.start("target=#target");
            send(stage, 3);

            await().atMost(OutboxStage.LONG).until(() -> target.count() == 3);
        }
    }

    @Test
    void shouldTellTheHealthCheckWhoseTurnItIs() throws Exception {
        OutboxStage other = stage();
        try (OutboxStage stage = stage().start("target=#target"); other) {
            await().atMost(OutboxStage.LONG).until(() -> "[0, 1]".equals(health(stage).get("outbox.out.held")));

            other.start("target=#away");

            await().atMost(OutboxStage.LONG).until(() -> health(stage).get("outbox.out.held").toString().length() == 3
                    && health(other).get("outbox.out.held").equals(health(stage).get("outbox.out.standby"))
                    && health(stage).get("outbox.out.held").equals(health(other).get("outbox.out.standby")));
            assertThat(check(stage).getState()).isEqualTo(HealthCheck.State.UP);
            assertThat(health(stage)).doesNotContainKey("outbox.out.paused");
            IntStream.range(0, 50).forEach(i -> other.put("m" + i));
            await().atMost(OutboxStage.LONG).until(() -> "away".equals(health(other).get("outbox.out.paused")));
        }
    }

    private static HealthCheck.Result check(OutboxStage stage) {
        // Camel shows the checks of producers only when asked to.
        HealthCheckHelper.getHealthCheckRepository(stage.context, "producers").setEnabled(true);
        return HealthCheckHelper.invoke(stage.context, check -> Map.of(), check -> false, "full").stream()
                .filter(result -> "gobridge-producer-out".equals(result.getCheck().getId())).findFirst().orElseThrow();
    }

    private static Map<String, Object> health(OutboxStage stage) {
        return check(stage).getDetails();
    }

    @Test
    void shouldKeepCompletedRecordsForAnAudit() throws Exception {
        OutboxStage stage = stage();
        stage.outbox.setCompletedRetention(Duration.ofDays(7));
        try (stage) {
            stage.start("target=#target");
            send(stage, 5);
            await().atMost(OutboxStage.LONG).until(() -> target.count() == 5);
        }

        JdbcTemplate jdbc = new JdbcTemplate(database);
        String mine = " WHERE partition_id IN (SELECT partition_id FROM gobridge_lease WHERE outbox = ?)";
        assertThat(jdbc.queryForList("SELECT message_id FROM gobridge_outbox_done" + mine, String.class, name))
                .containsExactlyInAnyOrder("m0", "m1", "m2", "m3", "m4");
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM gobridge_outbox" + mine, Integer.class, name)).isZero();
    }
}
