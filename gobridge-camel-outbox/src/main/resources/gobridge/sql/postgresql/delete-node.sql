DELETE FROM gobridge_node WHERE outbox = # AND binding = # AND node = #
