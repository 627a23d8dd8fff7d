SELECT dedupe_key, payload_hash FROM gobridge_outbox_seen WHERE dedupe_key = ANY (#)
