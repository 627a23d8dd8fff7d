DELETE FROM gobridge_attempt WHERE ledger = # AND updated_at < CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) - # ORDER BY updated_at LIMIT 1000
