SELECT partition_id, shard, owner, version, expires_at, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now_ms,
  (SELECT COUNT(*) FROM gobridge_node n
    WHERE n.outbox = l.outbox AND n.binding = l.binding AND n.expires_at >= CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)) AS nodes
FROM gobridge_lease l WHERE outbox = # AND binding = # ORDER BY shard
