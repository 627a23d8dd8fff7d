INSERT INTO gobridge_outbox_seen (partition_id, dedupe_key, payload_hash, created_at) VALUES (#, #, #, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))
