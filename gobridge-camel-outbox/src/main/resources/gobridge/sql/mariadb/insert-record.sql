INSERT INTO gobridge_outbox (partition_id, record_id, route_id, source_id, message_id, address, ordering_key, key_hash,
  format, envelope, created_at, expires_at)
VALUES (#, #, #, #, #, #, #, #, #, #, CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED), #)
