SELECT seen.dedupe_key, seen.payload_hash
FROM unnest(CAST(# AS BIGINT[]), CAST(# AS VARCHAR[])) AS wanted (partition_id, dedupe_key)
CROSS JOIN LATERAL (
  SELECT dedupe_key, payload_hash FROM gobridge_outbox_seen
  WHERE partition_id = wanted.partition_id AND dedupe_key = wanted.dedupe_key LIMIT 1) AS seen
