INSERT INTO gobridge_dedupe (store_name, dedupe_key, owner, expires_at) VALUES (#, #, #, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + #) ON CONFLICT DO NOTHING
