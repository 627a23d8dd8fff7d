UPDATE gobridge_node SET expires_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + # WHERE outbox = # AND binding = # AND node = #
