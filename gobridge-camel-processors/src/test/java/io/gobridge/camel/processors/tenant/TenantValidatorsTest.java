package io.gobridge.camel.processors.tenant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.testkit.SettableClock;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The validators and the usage that come with the suite. */
class TenantValidatorsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = new SettableClock();

    private static Optional<Tenant> find(TenantValidator unit, String id) {
        return unit.find(id).toCompletableFuture().join();
    }

    @Test
    void shouldKnowTheTenantsOfItsProperties() {
        StaticTenantValidator unit = new StaticTenantValidator();
        unit.setTenants(Map.of("acme", "active, maxMessageBytes=65536, maxInFlight=10 , maxRate=100", "gone", "disabled",
                "any", "active"));

        assertThat(find(unit, "acme")).contains(new Tenant(true, 65_536, new Quota(10, 100)));
        assertThat(find(unit, "gone")).contains(new Tenant(false, Tenant.NO_LIMIT, Quota.NONE));
        assertThat(find(unit, "any")).contains(Tenant.UNLIMITED);
        assertThat(find(unit, "stranger")).isEmpty();
    }

    @Test
    void shouldNameEveryTenantThatItCannotRead() {
        StaticTenantValidator unit = new StaticTenantValidator();

        assertThatThrownBy(() -> unit.setTenants(Map.of("a", "activ", "b", "active, maxRate", "c", "active, maxRate=x", "d",
                "active, maxRate=-1", "e", "active, maxRate=1, maxRate=2", "f", "active, colour=1", "g", "")))
                .isInstanceOf(BridgeException.class).hasMessageContaining("7 problems")
                .hasMessageContaining("tenants.a=activ: allowed is active or disabled");
    }

    @Test
    void shouldKnowTheTenantsOfATable() throws Exception {
        JdbcDataSource database = database();
        execute(database, "INSERT INTO gobridge_tenant VALUES ('acme', TRUE, 65536, NULL, 100)");
        SqlTenantValidator unit = new SqlTenantValidator(database, Runnable::run, clock, MINUTE);

        assertThat(find(unit, "acme")).contains(new Tenant(true, 65_536, new Quota(Tenant.NO_LIMIT, 100)));
        assertThat(find(unit, "' OR 'a'='a")).isEmpty();

        execute(database, "UPDATE gobridge_tenant SET active = FALSE");
        assertThat(find(unit, "acme").orElseThrow().isActive()).isTrue();
        clock.advance(MINUTE);
        assertThat(find(unit, "acme").orElseThrow().isActive()).isFalse();
    }

    @Test
    void shouldFailWhenTheTableCannotBeRead() throws Exception {
        JdbcDataSource database = database();
        execute(database, "DROP TABLE gobridge_tenant");
        SqlTenantValidator unit = new SqlTenantValidator(database, Runnable::run, clock, MINUTE);

        assertThat(unit.find("acme").toCompletableFuture()).isCompletedExceptionally();
    }

    private static JdbcDataSource database() throws SQLException, IOException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + System.nanoTime() + ";DB_CLOSE_DELAY=-1");
        try (var script = SqlTenantValidator.class.getResourceAsStream("tenant.sql")) {
            execute(database, new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
        return database;
    }

    private static void execute(JdbcDataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute(sql);
        }
    }

    @Test
    void shouldForgetTenantsThatUseNothing() {
        MemoryTenantUsage unit = new MemoryTenantUsage(clock, MINUTE);
        for (int i = 0; i < 100_000; i++) {
            unit.begin("tenant-" + i, Quota.NONE);
            unit.end("tenant-" + i);
            clock.advance(Duration.ofMillis(100));
        }

        assertThat(unit.size()).isLessThan(3000);
    }
}
