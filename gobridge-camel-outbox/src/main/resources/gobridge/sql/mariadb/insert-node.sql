INSERT INTO gobridge_node (expires_at, outbox, binding, node) VALUES (CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) + #, #, #, #)
