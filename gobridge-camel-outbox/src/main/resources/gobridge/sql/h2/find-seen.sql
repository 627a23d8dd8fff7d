SELECT seen.dedupe_key, seen.payload_hash
FROM UNNEST(CAST(# AS BIGINT ARRAY), CAST(# AS VARCHAR ARRAY)) AS wanted (partition_id, dedupe_key)
JOIN gobridge_outbox_seen seen ON seen.partition_id = wanted.partition_id AND seen.dedupe_key = wanted.dedupe_key
