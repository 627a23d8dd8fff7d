INSERT INTO gobridge_outbox_seen (partition_id, dedupe_key, payload_hash, created_at) VALUES (#, #, #, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT))
