package io.gobridge.camel.outbox.store;

import java.sql.ResultSet;
import java.sql.SQLException;

import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.outbox.record.StoredRecord;
import org.apache.camel.component.sql.RowMapperFactory;
import org.springframework.jdbc.core.RowMapper;

/**
 * Makes records of the rows that a drain cycle reads; a map for each would cost more than all that is done with them.
 */
final class ClaimRows implements RowMapperFactory {

    /** A record, and what the database said of the moment at which it was read. */
    record Row(StoredRecord record, long now, long firstOpen, long nextTransaction) {
    }

    @Override
    public RowMapper<Row> newColumnRowMapper() {
        return (row, number) -> new Row(
                record(row), row.getLong("now_ms"), row.getLong("first_open"), row.getLong("next_transaction"));
    }

    @Override
    public RowMapper<?> newBeanRowMapper(Class<?> type) {
        return newColumnRowMapper();
    }

    private static StoredRecord record(ResultSet row) throws SQLException {
        return new StoredRecord(
                row.getLong("seq"), row.getString("record_id"), row.getString("route_id"), row.getString("source_id"),
                row.getString("message_id"), row.getString("address"), row.getLong("key_hash"), row.getInt("format"),
                Payload.ofImmutable(row.getBytes("envelope")), row.getLong("created_at"), row.getLong("expires_at"),
                row.getLong("next_attempt_at"), row.getLong("first_attempt_at"), row.getInt("replays"));
    }
}
