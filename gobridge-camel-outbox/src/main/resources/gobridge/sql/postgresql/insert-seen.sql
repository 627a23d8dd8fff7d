INSERT INTO gobridge_outbox_seen (partition_id, dedupe_key, payload_hash, created_at)
SELECT partition_id, dedupe_key, payload_hash, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)
FROM unnest(CAST(# AS BIGINT[]), CAST(# AS VARCHAR[]), CAST(# AS VARCHAR[])) AS fresh (partition_id, dedupe_key, payload_hash)
