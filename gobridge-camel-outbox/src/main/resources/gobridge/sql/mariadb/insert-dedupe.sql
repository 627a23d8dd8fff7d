INSERT IGNORE INTO gobridge_dedupe (store_name, dedupe_key, owner, expires_at) VALUES (#, #, #, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) + #)
