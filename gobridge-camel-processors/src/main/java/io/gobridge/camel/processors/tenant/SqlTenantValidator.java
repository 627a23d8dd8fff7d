package io.gobridge.camel.processors.tenant;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import javax.sql.DataSource;

/**
 * Knows the tenants of table {@code gobridge_tenant} (tenant.sql in this package). What it read is good for a while,
 * also that there is no such tenant; the 10 000 tenants asked for last are kept. Thread-safe.
 */
public final class SqlTenantValidator implements TenantValidator {

    private static final String QUERY
            = "SELECT active, max_message_bytes, max_in_flight, max_rate FROM gobridge_tenant WHERE tenant_id = ?";
    private static final int MOST_KEPT = 10_000;

    private final Map<String, Read> kept = new LinkedHashMap<>(16, 0.75f, true);
    private final DataSource dataSource;
    private final Executor executor;
    private final Clock clock;
    private final Duration goodFor;

    /**
     * Creates a validator.
     *
     * @param executor runs the queries, which block
     * @param goodFor  how long an answer is used again; zero for never
     */
    public SqlTenantValidator(DataSource dataSource, Executor executor, Clock clock, Duration goodFor) {
        this.dataSource = dataSource;
        this.executor = executor;
        this.clock = clock;
        this.goodFor = goodFor;
    }

    @Override
    public CompletionStage<Optional<Tenant>> find(String tenantId) {
        synchronized (kept) {
            Read read = kept.get(tenantId);
            if (read != null && clock.instant().isBefore(read.goodUntil())) {
                return CompletableFuture.completedFuture(read.tenant());
            }
        }
        return CompletableFuture.supplyAsync(() -> read(tenantId), executor);
    }

    private Optional<Tenant> read(String tenantId) {
        Optional<Tenant> tenant = query(tenantId);
        synchronized (kept) {
            kept.put(tenantId, new Read(tenant, clock.instant().plus(goodFor)));
            if (kept.size() > MOST_KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
        return tenant;
    }

    private Optional<Tenant> query(String tenantId) {
        try (Connection connection = dataSource.getConnection();
             PreparedStatement statement = connection.prepareStatement(QUERY)) {
            statement.setString(1, tenantId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(tenant(row)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    private static Tenant tenant(ResultSet row) throws SQLException {
        return new Tenant(
                row.getBoolean("active"), limit(row, "max_message_bytes"),
                new Quota(limit(row, "max_in_flight"), limit(row, "max_rate")));
    }

    private static long limit(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Tenant.NO_LIMIT : value;
    }

    /**
     * An answer of the database.
     *
     * @param tenant    the tenant, empty when there is none
     * @param goodUntil until when it is used again
     */
    private record Read(Optional<Tenant> tenant, Instant goodUntil) {
    }
}
