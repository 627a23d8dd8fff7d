SELECT owner, expires_at - CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) AS remaining FROM gobridge_dedupe WHERE store_name = # AND dedupe_key = #
