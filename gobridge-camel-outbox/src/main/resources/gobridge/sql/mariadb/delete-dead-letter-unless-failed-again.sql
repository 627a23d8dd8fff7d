DELETE FROM gobridge_dead_letter WHERE id = # AND attempts = # AND last_failure_at = #
