SELECT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) - created_at AS age_ms FROM gobridge_outbox WHERE partition_id = # ORDER BY seq LIMIT 1
