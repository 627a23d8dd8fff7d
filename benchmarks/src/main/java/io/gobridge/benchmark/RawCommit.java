package io.gobridge.benchmark;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Keeps a group of payloads in one transaction, without those that are known. */
final class RawCommit implements AutoCloseable {

    private static final String HEADERS = "{\"tenant\":\"north\",\"plant\":\"hall-7\",\"type\":\"OrderPlaced\",\"priority\":3,"
                                          + "\"trace\":\"4bf92f3577b34da6a3ce929d0e0e4736\"}";

    private final Connection connection;
    private final PreparedStatement known;
    private final PreparedStatement insertSeen;
    private final PreparedStatement insert;

    RawCommit(Connection connection) throws SQLException {
        this.connection = connection;
        known = connection.prepareStatement("SELECT s.message_id FROM unnest(?, ?) AS k(part, message_id)"
                                            + " CROSS JOIN LATERAL (SELECT message_id FROM raw_seen"
                                            + " WHERE part = k.part AND message_id = k.message_id LIMIT 1) s");
        insertSeen = connection.prepareStatement(
                "INSERT INTO raw_seen (part, message_id, payload_hash, created_at) VALUES (?, ?, ?, ?)");
        insert = connection.prepareStatement(
                "INSERT INTO raw_outbox (part, message_id, okey, address, headers, payload) VALUES (?, ?, ?, ?, ?, ?)");
    }

    void persist(List<RawRecord> group) throws SQLException {
        Set<String> before = known(group);
        long now = System.currentTimeMillis();
        for (RawRecord record : group) {
            if (!before.contains(record.messageId())) {
                insertSeen.setInt(1, record.part());
                insertSeen.setString(2, record.messageId());
                insertSeen.setString(3, hash(record.payload().shared()));
                insertSeen.setLong(4, now);
                insertSeen.addBatch();
                insert.setInt(1, record.part());
                insert.setString(2, record.messageId());
                insert.setString(3, record.key());
                insert.setString(4, "queue/eu-west-1/orders");
                insert.setString(5, HEADERS);
                insert.setBytes(6, record.payload().shared());
                insert.addBatch();
            }
        }
        insertSeen.executeBatch();
        insert.executeBatch();
        connection.commit();
    }

    private Set<String> known(List<RawRecord> group) throws SQLException {
        known.setArray(1, connection.createArrayOf("int4", group.stream().map(RawRecord::part).toArray()));
        known.setArray(2, connection.createArrayOf("text", group.stream().map(RawRecord::messageId).toArray()));
        Set<String> ids = new HashSet<>();
        try (ResultSet rows = known.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
        return ids;
    }

    private static String hash(byte[] payload) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(payload), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
