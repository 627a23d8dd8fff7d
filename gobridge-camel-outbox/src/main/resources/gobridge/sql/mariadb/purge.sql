DELETE FROM gobridge_outbox_done WHERE partition_id = # AND completed_at < (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) - # ORDER BY completed_at LIMIT 1000
