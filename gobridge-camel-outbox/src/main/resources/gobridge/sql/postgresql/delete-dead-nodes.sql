DELETE FROM gobridge_node WHERE outbox = # AND binding = # AND expires_at < CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - 3600000
