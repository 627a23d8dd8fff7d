INSERT INTO gobridge_outbox_seen (partition_id, dedupe_key, payload_hash, created_at) VALUES (#, #, #, (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000))
