UPDATE gobridge_attempt SET given_back = given_back + 1, updated_at = CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) WHERE ledger = # AND attempt_key = #
