DELETE FROM gobridge_node WHERE outbox = # AND binding = # AND expires_at < CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) - 3600000
