package io.gobridge.camel.outbox;

import java.nio.file.Path;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The databases of the tests. */
final class Databases {

    private Databases() {
    }

    static HikariDataSource embeddedPostgres() {
        return pool(EmbeddedPostgresServer.url(), "postgres", "");
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
