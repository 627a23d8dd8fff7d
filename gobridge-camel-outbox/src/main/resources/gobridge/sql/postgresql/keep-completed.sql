INSERT INTO gobridge_outbox_done (partition_id, completed_at, seq, record_id, route_id, source_id, message_id, address,
  ordering_key, format, envelope, created_at, first_attempt_at, replays, last_error)
SELECT partition_id, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), seq, record_id, route_id, source_id, message_id, address,
  ordering_key, format, envelope, created_at, first_attempt_at, replays, last_error
FROM gobridge_outbox WHERE partition_id = # AND seq = ANY (#)
