SELECT dedupe_key, payload_hash FROM gobridge_outbox_seen WHERE dedupe_key IN (SELECT * FROM UNNEST(CAST(# AS VARCHAR ARRAY)))
