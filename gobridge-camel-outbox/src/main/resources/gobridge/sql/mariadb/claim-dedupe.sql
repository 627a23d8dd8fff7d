UPDATE gobridge_dedupe SET owner = #, expires_at = CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) + #
WHERE store_name = # AND dedupe_key = # AND (owner = # OR expires_at <= CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED))
