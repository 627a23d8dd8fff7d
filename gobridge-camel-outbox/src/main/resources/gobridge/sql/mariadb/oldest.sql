SELECT CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) - created_at AS age_ms FROM gobridge_outbox WHERE partition_id = # ORDER BY seq LIMIT 1
