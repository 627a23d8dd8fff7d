SELECT dedupe_key, payload_hash FROM gobridge_outbox_seen WHERE dedupe_key IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v VARCHAR(22) CHARACTER SET ascii COLLATE ascii_bin PATH '$')) wanted)
