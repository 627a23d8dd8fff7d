UPDATE gobridge_attempt SET failures = failures + 1, unfinished = CASE WHEN unfinished > 0 THEN unfinished - 1 ELSE 0 END,
  first_failure_at = CASE WHEN first_failure_at = 0 THEN # ELSE first_failure_at END, updated_at = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)
WHERE ledger = # AND attempt_key = #
