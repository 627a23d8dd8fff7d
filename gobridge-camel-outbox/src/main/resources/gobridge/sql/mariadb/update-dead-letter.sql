UPDATE gobridge_dead_letter
SET category = #, code = #, reason = #, first_failure_at = #, last_failure_at = #, attempts = #, history = #,
  revision = revision + 1
WHERE id = # AND revision = #
