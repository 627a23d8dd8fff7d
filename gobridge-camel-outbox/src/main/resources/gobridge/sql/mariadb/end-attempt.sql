UPDATE gobridge_attempt SET unfinished = unfinished - 1, updated_at = CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) WHERE ledger = # AND attempt_key = # AND unfinished > 0
