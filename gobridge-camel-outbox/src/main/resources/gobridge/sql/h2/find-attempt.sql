SELECT failures, given_back, unfinished, first_failure_at, last_runs FROM gobridge_attempt WHERE ledger = # AND attempt_key = #
