SELECT seq, record_id, route_id, source_id, message_id, address, key_hash, format, envelope, created_at, expires_at,
  next_attempt_at, first_attempt_at, replays, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) AS now_ms,
  0 AS first_open, 0 AS next_transaction
FROM gobridge_outbox
WHERE partition_id = # AND seq > #
  AND ((key_hash = 0 AND next_attempt_at <= (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)
      AND seq NOT IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) wanted))
    OR (key_hash <> 0 AND key_hash NOT IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) wanted)))
ORDER BY seq
LIMIT #
