DELETE FROM gobridge_dedupe WHERE store_name = # AND expires_at < CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) - # ORDER BY expires_at LIMIT 1000
