UPDATE gobridge_node SET expires_at = CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) + # WHERE outbox = # AND binding = # AND node = #
