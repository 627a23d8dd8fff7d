INSERT IGNORE INTO gobridge_attempt (ledger, attempt_key, unfinished, last_runs, updated_at) VALUES (#, #, #, '[]', CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED))
