INSERT INTO gobridge_attempt (ledger, attempt_key, unfinished, last_runs, updated_at) VALUES (#, #, #, '[]', CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT))
