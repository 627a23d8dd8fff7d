INSERT INTO gobridge_attempt (ledger, attempt_key, unfinished, last_runs, updated_at) VALUES (#, #, #, '[]', CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)) ON CONFLICT DO NOTHING
