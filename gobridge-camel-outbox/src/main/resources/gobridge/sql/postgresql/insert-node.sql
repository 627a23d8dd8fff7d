INSERT INTO gobridge_node (expires_at, outbox, binding, node) VALUES (CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + #, #, #, #)
