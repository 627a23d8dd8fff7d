-- At most 8 MiB of messages, and one in any case: what is read is in memory.
SELECT o.seq, o.record_id, o.route_id, o.source_id, o.message_id, o.address, o.key_hash, o.format, o.envelope, o.created_at, o.expires_at,
  o.next_attempt_at, o.first_attempt_at, o.replays, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) AS now_ms,
  0 AS first_open, 0 AS next_transaction
FROM (
  SELECT partition_id, seq, SUM(bytes) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) - bytes AS bytes_before
  FROM (
    SELECT partition_id, seq, LENGTH(envelope) AS bytes FROM gobridge_outbox
    WHERE partition_id = # AND seq > #
      AND ((key_hash = 0 AND next_attempt_at <= (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)
          AND seq NOT IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) wanted))
        OR (key_hash <> 0 AND key_hash NOT IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) wanted)))
    ORDER BY seq
    LIMIT #) due) sized
STRAIGHT_JOIN gobridge_outbox o ON o.partition_id = sized.partition_id AND o.seq = sized.seq
WHERE sized.bytes_before < 8388608
ORDER BY o.seq
