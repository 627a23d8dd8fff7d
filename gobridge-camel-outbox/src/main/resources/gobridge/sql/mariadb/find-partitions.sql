SELECT partition_id, shard FROM gobridge_lease WHERE outbox = # AND binding = # ORDER BY shard
