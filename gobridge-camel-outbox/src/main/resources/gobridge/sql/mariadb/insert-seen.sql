INSERT INTO gobridge_outbox_seen (partition_id, dedupe_key, payload_hash, created_at) VALUES (#, #, #, CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED))
