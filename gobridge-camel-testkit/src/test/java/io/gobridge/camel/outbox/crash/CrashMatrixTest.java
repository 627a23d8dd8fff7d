package io.gobridge.camel.outbox.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.gobridge.camel.outbox.EmbeddedPostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Nodes of an outbox are killed at every point where it could matter, and paused beyond their lease, and their database
 * is cut off: nothing is lost, every sequence arrives in order, and no more arrives twice than one batch per fault.
 */
class CrashMatrixTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LARGEST_BATCH = 500;

    @TempDir
    private Path directory;
    private final String outbox = "crash-" + UUID.randomUUID();
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void killAll() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(String name, int messages, CrashPoint point, int time) throws IOException {
        Process process = CrashNode.start(directory, EmbeddedPostgresServer.url(), outbox, name, messages, point, time);
        processes.add(process);
        return process;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "NOWHERE", "SHUTDOWN" })
    void shouldLoseNothingAndKeepTheOrderWhenItIsKilled(CrashPoint point) throws Exception {
        Process first = start("n", 60, point, point == CrashPoint.TAKEOVER ? 1 : 3);
        assertThat(first.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).as("the node comes to its end").isTrue();
        assertThat(first.exitValue()).isEqualTo(137);

        start("n", 60, CrashPoint.NOWHERE, 1);

        awaitAll(Map.of("n", 60));
        assertThat(duplicates()).isLessThanOrEqualTo(LARGEST_BATCH);
    }

    @Test
    void shouldLoseNothingWhenItIsKilledWhileItStops() throws Exception {
        Process first = start("n", 40, CrashPoint.SHUTDOWN, 1);
        await().atMost(LONG).until(() -> lines("ack-n").size() == 120);
        Files.createFile(directory.resolve("stop-n"));
        assertThat(first.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(first.exitValue()).isEqualTo(137);

        start("other", 20, CrashPoint.NOWHERE, 1);

        awaitAll(Map.of("n", 40, "other", 20));
    }

    /** The lease of a process that sleeps is taken over; when it wakes up it sends nothing more. */
    @Test
    void shouldKeepTheOrderWhenAProcessSleepsLongerThanItsLease() throws Exception {
        Process sleeper = start("n", 400, CrashPoint.NOWHERE, 1);
        await().atMost(LONG).until(() -> lines("sink").size() > 30);
        signal(sleeper, "STOP");
        start("other", 200, CrashPoint.NOWHERE, 1);
        await().atMost(LONG).until(() -> holders().stream().noneMatch(owner -> owner.isEmpty()) && lines("sink").stream()
                .anyMatch(line -> line.startsWith("other")));
        signal(sleeper, "CONT");

        awaitAll(Map.of("n", 400, "other", 200));
    }

    @Test
    void shouldLoseNothingWhenTheDatabaseCutsItOff() throws Exception {
        start("n", 300, CrashPoint.NOWHERE, 1);
        for (int cut = 1; cut <= 3; cut++) {
            int reached = cut * 150;
            await().atMost(LONG).until(() -> lines("sink").size() >= reached);
            jdbc().queryForList("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                                + " AND backend_type = 'client backend'");
        }

        awaitAll(Map.of("n", 300));
    }

    /** Two nodes, and every moment one of them is killed and started again. */
    @Test
    void shouldLoseNothingInAStormOfKills() throws Exception {
        Map<String, Process> nodes = new TreeMap<>();
        int messages = 1_500;
        nodes.put("a", start("a", messages, CrashPoint.NOWHERE, 1));
        nodes.put("b", start("b", messages, CrashPoint.NOWHERE, 1));
        Random random = new Random(7);
        for (int kill = 1; kill <= 4; kill++) {
            int reached = kill * 600;
            await().atMost(LONG).until(() -> lines("sink").size() >= reached);
            String victim = random.nextBoolean() ? "a" : "b";
            nodes.get(victim).destroyForcibly().waitFor();
            nodes.put(victim, start(victim, messages, CrashPoint.NOWHERE, 1));
        }

        awaitAll(Map.of("a", messages, "b", messages));
        assertThat(duplicates()).isLessThanOrEqualTo(4 * LARGEST_BATCH);
    }

    private static void signal(Process process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor()).isZero();
    }

    private static JdbcTemplate jdbc() {
        return new JdbcTemplate(new DriverManagerDataSource(EmbeddedPostgresServer.url(), "postgres", ""));
    }

    private List<String> holders() {
        return jdbc().queryForList("SELECT owner FROM gobridge_lease WHERE outbox = ?", String.class, outbox);
    }

    private void awaitAll(Map<String, Integer> messages) throws IOException {
        await().atMost(LONG).pollInterval(Duration.ofMillis(200)).until(() -> firstArrivals().size() == 3 * messages.values()
                .stream().mapToInt(Integer::intValue).sum());
        await().atMost(LONG).until(() -> jdbc().queryForObject(
                "SELECT COUNT(*) FROM gobridge_outbox o JOIN gobridge_lease l ON l.partition_id = o.partition_id"
                                                               + " WHERE l.outbox = ?",
                Integer.class, outbox) == 0);
        Map<String, Integer> last = new TreeMap<>();
        for (String arrival : firstArrivals()) {
            String sequence = arrival.split(" ", -1)[0];
            int n = Integer.parseInt(arrival.split(" ", -1)[1]);
            if (!sequence.endsWith("free")) {
                assertThat(n).as("the next of %s", sequence).isEqualTo(last.getOrDefault(sequence, 0) + 1);
                last.put(sequence, n);
            }
        }
    }

    private Set<String> firstArrivals() throws IOException {
        return new LinkedHashSet<>(lines("sink"));
    }

    private int duplicates() throws IOException {
        List<String> all = lines("sink");
        return all.size() - new HashSet<>(all).size();
    }

    private List<String> lines(String file) throws IOException {
        Path path = directory.resolve(file);
        return Files.exists(path) ? Files.readAllLines(path) : List.of();
    }
}
