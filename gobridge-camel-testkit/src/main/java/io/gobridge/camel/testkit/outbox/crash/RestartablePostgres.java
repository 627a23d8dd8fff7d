package io.gobridge.camel.testkit.outbox.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A PostgreSQL of its own, which can be stopped as {@code pg_ctl stop -m immediate} does and started again on the same
 * data and the same port. Its commits are on the disk before they are acknowledged.
 */
final class RestartablePostgres implements AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final Path data;
    private EmbeddedPostgres server;

    RestartablePostgres(Path data) throws IOException {
        this.data = data;
        this.server = builder().start();
    }

    private EmbeddedPostgres.Builder builder() {
        // The library's own setting loses commits at a hard stop: synchronous_commit=off.
        return EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).setRegisterShutdownHook(true)
                .setServerConfig("synchronous_commit", "on").setPGStartupWait(LONG);
    }

    String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** Ends it without a checkpoint: the next start recovers from the log. */
    void stopHard() throws IOException {
        long id = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
        ProcessHandle postmaster = ProcessHandle.of(id)
                .orElseThrow(() -> new IOException("PostgreSQL does not run as process " + id));
        Signal.QUIT.send(id);
        postmaster.onExit().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    /** Starts it again after a hard stop. */
    void start() throws IOException {
        int port = server.getPort();
        server.close();
        server = builder().setPort(port).start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
