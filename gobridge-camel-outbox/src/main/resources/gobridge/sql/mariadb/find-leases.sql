SELECT partition_id, shard, owner, version, expires_at, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) AS now_ms,
  (SELECT COUNT(*) FROM gobridge_node n
    WHERE n.outbox = l.outbox AND n.binding = l.binding AND n.expires_at >= (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)) AS nodes
FROM gobridge_lease l WHERE outbox = # AND binding = # ORDER BY shard
