UPDATE gobridge_attempt SET given_back = given_back + 1, updated_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) WHERE ledger = # AND attempt_key = #
