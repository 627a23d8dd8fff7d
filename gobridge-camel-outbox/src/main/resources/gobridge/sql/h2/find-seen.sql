SELECT dedupe_key, payload_hash FROM gobridge_outbox_seen WHERE partition_id = ANY (#) AND dedupe_key = ANY (#)
