DELETE FROM gobridge_attempt WHERE ledger = # AND updated_at < CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT) - # AND attempt_key IN (
  SELECT attempt_key FROM gobridge_attempt WHERE ledger = # AND updated_at < CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT) - # ORDER BY updated_at LIMIT 1000)
