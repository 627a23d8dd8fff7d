DELETE FROM gobridge_dead_letter WHERE id = # AND attempts = #
