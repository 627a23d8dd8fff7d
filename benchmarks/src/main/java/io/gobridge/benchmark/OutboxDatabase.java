package io.gobridge.benchmark;

import java.io.IOException;
import java.util.Map;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.springframework.jdbc.core.JdbcTemplate;

/** A PostgreSQL of its own processes that writes each commit to the disk before it says so. */
final class OutboxDatabase implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final String url;
    private final HikariDataSource pool;
    private final JdbcTemplate jdbc;

    private OutboxDatabase(EmbeddedPostgres server, String url, int connections) {
        this.server = server;
        this.url = url;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername("postgres");
        config.setMaximumPoolSize(connections);
        this.pool = new HikariDataSource(config);
        this.jdbc = new JdbcTemplate(pool);
    }

    /** Starts it. Embedded servers are set up to forget: this one is not. */
    static OutboxDatabase start() throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
        Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on", "max_wal_size", "4GB",
                "shared_buffers", "256MB").forEach(builder::setServerConfig);
        EmbeddedPostgres server = builder.start();
        return new OutboxDatabase(server, server.getJdbcUrl("postgres", "postgres"), 32);
    }

    /** Connects to one that runs. */
    static OutboxDatabase at(String url) {
        return new OutboxDatabase(null, url, 8);
    }

    String url() {
        return url;
    }

    HikariDataSource pool() {
        return pool;
    }

    JdbcTemplate jdbc() {
        return jdbc;
    }

    /** Removes all tables, and lets the disk come to rest. */
    void empty() {
        jdbc.execute("DROP SCHEMA public CASCADE");
        jdbc.execute("CREATE SCHEMA public");
        jdbc.execute("CHECKPOINT");
    }

    /** Returns how many bytes of log have been written so far. */
    long walBytes() {
        return jdbc.queryForObject("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn", Long.class);
    }

    @Override
    public void close() throws IOException {
        pool.close();
        if (server != null) {
            server.close();
        }
    }
}
