DELETE FROM gobridge_outbox_seen WHERE partition_id = # AND created_at < (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) - # ORDER BY created_at LIMIT 1000
