DELETE FROM gobridge_dedupe WHERE store_name = # AND expires_at < CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT) - # AND dedupe_key IN (
  SELECT dedupe_key FROM gobridge_dedupe WHERE store_name = # AND expires_at < CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT) - # ORDER BY expires_at LIMIT 1000)
