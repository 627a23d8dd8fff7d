-- At most 8 MiB of messages, and one in any case: what is read is in memory.
SELECT seq, record_id, route_id, source_id, message_id, address, key_hash, format, envelope, created_at, expires_at,
  next_attempt_at, first_attempt_at, replays, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now_ms,
  (SELECT txid_snapshot_xmin(txid_current_snapshot())) AS first_open,
  (SELECT txid_snapshot_xmax(txid_current_snapshot())) AS next_transaction
FROM (
  SELECT due.*, SUM(octet_length(envelope)) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) - octet_length(envelope) AS bytes_before
  FROM (
    SELECT * FROM gobridge_outbox
    WHERE partition_id = # AND seq > #
      AND ((key_hash = 0 AND next_attempt_at <= CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)
          AND seq <> ALL (#))
        OR (key_hash <> 0 AND key_hash <> ALL (#)))
    ORDER BY seq
    LIMIT #) due) sized
WHERE bytes_before < 8388608
ORDER BY seq
