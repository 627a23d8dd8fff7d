DELETE FROM gobridge_outbox_seen WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM gobridge_outbox_seen WHERE partition_id = # AND created_at < CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - # ORDER BY created_at LIMIT 1000))
