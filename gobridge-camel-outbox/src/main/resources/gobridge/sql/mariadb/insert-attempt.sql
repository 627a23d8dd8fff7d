INSERT IGNORE INTO gobridge_attempt (ledger, attempt_key, unfinished, last_runs, updated_at) VALUES (#, #, #, '[]', (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000))
