UPDATE gobridge_dedupe SET owner = #, expires_at = CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + #
WHERE store_name = # AND dedupe_key = # AND (owner = # OR expires_at <= CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT))
