UPDATE gobridge_attempt SET last_runs = # WHERE ledger = # AND attempt_key = #
