SELECT seq, record_id, route_id, source_id, message_id, address, key_hash, format, envelope, created_at, expires_at,
  next_attempt_at, first_attempt_at, replays, CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) AS now_ms,
  0 AS first_open, 0 AS next_transaction
FROM gobridge_outbox
WHERE partition_id = # AND seq > #
  AND ((key_hash = 0 AND next_attempt_at <= CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED)
      AND seq NOT IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) wanted))
    OR (key_hash <> 0 AND key_hash NOT IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) wanted)))
ORDER BY seq
LIMIT #
