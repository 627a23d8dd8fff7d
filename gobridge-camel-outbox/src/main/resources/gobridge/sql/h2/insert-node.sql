INSERT INTO gobridge_node (expires_at, outbox, binding, node) VALUES (CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + #, #, #, #)
