DELETE FROM gobridge_attempt WHERE ledger = # AND attempt_key = #
