SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - created_at AS age_ms FROM gobridge_outbox WHERE partition_id = # ORDER BY seq LIMIT 1
