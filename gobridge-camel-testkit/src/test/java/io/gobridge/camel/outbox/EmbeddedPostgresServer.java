package io.gobridge.camel.outbox;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A PostgreSQL that runs once for all tests of a process and ends with it. */
public final class EmbeddedPostgresServer {

    private static final EmbeddedPostgres SERVER = start();

    private EmbeddedPostgresServer() {
    }

    /** Returns the URL of its database, for the user postgres without a password. */
    public static String url() {
        return SERVER.getJdbcUrl("postgres", "postgres");
    }

    private static EmbeddedPostgres start() {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.builder().start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void stop(EmbeddedPostgres server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
