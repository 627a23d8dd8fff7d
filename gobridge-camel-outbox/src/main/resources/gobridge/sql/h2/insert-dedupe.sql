INSERT INTO gobridge_dedupe (store_name, dedupe_key, owner, expires_at) VALUES (#, #, #, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + #)
