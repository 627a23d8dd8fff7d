DELETE FROM gobridge_outbox_done WHERE partition_id = # AND completed_at < CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) - # ORDER BY completed_at LIMIT 1000
