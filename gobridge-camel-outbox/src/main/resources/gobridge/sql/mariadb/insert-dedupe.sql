INSERT IGNORE INTO gobridge_dedupe (store_name, dedupe_key, owner, expires_at) VALUES (#, #, #, CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) + #)
