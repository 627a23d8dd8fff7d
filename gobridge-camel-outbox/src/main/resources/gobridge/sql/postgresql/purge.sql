DELETE FROM gobridge_outbox_done WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM gobridge_outbox_done WHERE partition_id = # AND completed_at < CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - # ORDER BY completed_at LIMIT 1000))
