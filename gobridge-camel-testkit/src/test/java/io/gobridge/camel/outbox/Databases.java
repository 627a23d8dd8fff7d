package io.gobridge.camel.outbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** The databases of the tests. PostgreSQL runs once for all of them and ends with the process. */
final class Databases {

    private Databases() {
    }

    private static final class Embedded {

        private static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(postgres)));
                return postgres;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void close(EmbeddedPostgres postgres) {
            try {
                postgres.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static HikariDataSource embeddedPostgres() {
        return pool(Embedded.POSTGRES.getJdbcUrl("postgres", "postgres"), "postgres", "");
    }

    /** A file, as a user has it. */
    static HikariDataSource h2(Path directory) {
        return pool("jdbc:h2:" + directory.resolve("outbox"), "sa", "");
    }

    static HikariDataSource installedPostgres() {
        return pool("jdbc:postgresql://127.0.0.1:5432/test", "postgres", "");
    }

    static HikariDataSource installedMariaDb() {
        return pool("jdbc:mariadb://127.0.0.1:3306/test", "root", "");
    }

    static HikariDataSource pool(String url, String user, String password) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(8);
        return new HikariDataSource(config);
    }
}
