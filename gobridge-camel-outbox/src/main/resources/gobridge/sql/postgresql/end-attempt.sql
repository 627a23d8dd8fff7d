UPDATE gobridge_attempt SET unfinished = unfinished - 1, updated_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) WHERE ledger = # AND attempt_key = # AND unfinished > 0
