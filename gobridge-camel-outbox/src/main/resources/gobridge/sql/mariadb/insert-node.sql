INSERT INTO gobridge_node (expires_at, outbox, binding, node) VALUES ((TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) + #, #, #, #)
