UPDATE gobridge_dedupe SET owner = '', expires_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + # WHERE store_name = # AND dedupe_key = # AND owner = #
