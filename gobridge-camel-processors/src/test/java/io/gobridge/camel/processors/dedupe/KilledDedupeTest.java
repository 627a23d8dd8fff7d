package io.gobridge.camel.processors.dedupe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import io.gobridge.camel.outbox.SqlDedupeStore;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** F4: a process that is killed between its claim and the end of its work. */
class KilledDedupeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Process process;
    private DefaultCamelContext next;

    @TempDir
    private Path directory;

    @AfterEach
    void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
        if (next != null) {
            next.stop();
        }
    }

    @Test
    void shouldRunAMessageAgainWhoseFirstProcessWasKilled() throws Exception {
        Path source = Files.createDirectory(directory.resolve("source"));
        Path atWork = directory.resolve("at-work");
        Path done = directory.resolve("done");
        Files.writeString(source.resolve("order-1"), "one");
        process = startNode(source, atWork);
        await().atMost(PATIENCE).until(() -> Files.exists(atWork));

        process.destroyForcibly().waitFor();
        assertThat(source.resolve("order-1")).exists();

        next = node(source, done, false, new DedupeProcessor());

        await().atMost(PATIENCE).until(() -> Files.exists(done));
        await().atMost(PATIENCE).until(() -> !Files.exists(source.resolve("order-1")));
    }

    /** With a store that outlives the process the message waits for the end of the lease, and then runs. */
    @Test
    void shouldRunItWhenTheLeaseInTheDatabaseHasEnded() throws Exception {
        Path source = Files.createDirectory(directory.resolve("source"));
        Path atWork = directory.resolve("at-work");
        Path done = directory.resolve("done");
        Files.writeString(source.resolve("order-1"), "one");
        process = startNode(source, atWork, "jdbc:h2:" + directory.resolve("shared"));
        await().atMost(PATIENCE).until(() -> Files.exists(atWork));
        process.destroyForcibly().waitFor();

        DedupeProcessor dedupe = dedupe("jdbc:h2:" + directory.resolve("shared"));
        next = node(source, done, false, dedupe);

        await().atMost(PATIENCE).until(() -> dedupe.getHeld() > 0);
        assertThat(done).doesNotExist();
        endLeases();
        await().atMost(PATIENCE).until(() -> Files.exists(done));
        await().atMost(PATIENCE).until(() -> !Files.exists(source.resolve("order-1")));
        assertThat(dedupe.getDuplicates()).isZero();
    }

    private void endLeases() throws SQLException {
        try (Connection connection = database("jdbc:h2:" + directory.resolve("shared")).getConnection();
             Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE gobridge_dedupe SET expires_at = 0")).isEqualTo(1);
        }
    }

    private static Process startNode(Path source, Path mark, String... database) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(
                List.of(
                        java, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                        KilledDedupeTest.class.getName(),
                        source.toString(), mark.toString()));
        command.addAll(List.of(database));
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Marks that it is at work, and never ends it. */
    public static void main(String[] paths) throws Exception {
        node(Path.of(paths[0]), Path.of(paths[1]), true, paths.length > 2 ? dedupe(paths[2]) : new DedupeProcessor());
        Thread.currentThread().join();
    }

    private static DedupeProcessor dedupe(String url) {
        return new DedupeProcessor(DedupeSettings.DEFAULT, new SqlDedupeStore(database(url)));
    }

    private static DataSource database(String url) {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl(url);
        return database;
    }

    private static DefaultCamelContext node(Path source, Path mark, boolean hangs, DedupeProcessor dedupe) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        dedupe.setKey("${header.CamelFileName}");
        RouteBuilder.addRoutes(context, routes -> routes
                .from("gobridge:in?source=file:" + source + "&source.initialDelay=0&source.delay=50&source.delete=true"
                      + "&keepHeaders=CamelFileName&onPermanentFailure=drop&onExpired=drop")
                .routeId("in").process(dedupe).process(exchange -> {
                    Files.createFile(mark);
                    if (hangs) {
                        Thread.currentThread().join();
                    }
                }));
        context.start();
        return context;
    }
}
