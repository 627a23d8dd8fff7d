INSERT INTO gobridge_outbox (partition_id, record_id, route_id, source_id, message_id, address, ordering_key, key_hash,
  format, envelope, created_at, expires_at)
VALUES (#, #, #, #, #, #, #, #, #, #, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT), #)
