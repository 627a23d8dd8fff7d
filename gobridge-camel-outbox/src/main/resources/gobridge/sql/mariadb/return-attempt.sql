UPDATE gobridge_attempt SET given_back = given_back + 1, updated_at = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) WHERE ledger = # AND attempt_key = #
