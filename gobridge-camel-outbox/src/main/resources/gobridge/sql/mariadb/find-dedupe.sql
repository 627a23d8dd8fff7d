SELECT owner, expires_at - CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) AS remaining FROM gobridge_dedupe WHERE store_name = # AND dedupe_key = #
