DELETE FROM gobridge_outbox_seen WHERE partition_id = # AND created_at < CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) - # ORDER BY created_at LIMIT 1000
