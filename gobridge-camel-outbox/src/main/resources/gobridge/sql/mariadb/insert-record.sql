INSERT INTO gobridge_outbox (partition_id, record_id, route_id, source_id, message_id, address, ordering_key, key_hash,
  format, envelope, created_at, expires_at)
VALUES (#, #, #, #, #, #, #, #, #, #, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000), #)
