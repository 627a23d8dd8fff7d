INSERT INTO gobridge_outbox (partition_id, record_id, route_id, source_id, message_id, address, ordering_key, key_hash,
  format, envelope, expires_at, created_at)
SELECT fresh.*, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)
FROM unnest(CAST(# AS BIGINT[]), CAST(# AS VARCHAR[]), CAST(# AS TEXT[]), CAST(# AS TEXT[]), CAST(# AS TEXT[]), CAST(# AS TEXT[]),
  CAST(# AS TEXT[]), CAST(# AS BIGINT[]), CAST(# AS INT[]), CAST(# AS BYTEA[]), CAST(# AS BIGINT[])) AS fresh
