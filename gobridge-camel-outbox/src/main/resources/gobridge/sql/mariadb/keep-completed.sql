INSERT INTO gobridge_outbox_done (partition_id, completed_at, seq, record_id, route_id, source_id, message_id, address,
  ordering_key, format, envelope, created_at, first_attempt_at, replays, last_error)
SELECT partition_id, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000), seq, record_id, route_id, source_id, message_id, address,
  ordering_key, format, envelope, created_at, first_attempt_at, replays, last_error
FROM gobridge_outbox WHERE partition_id = # AND seq IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) wanted)
