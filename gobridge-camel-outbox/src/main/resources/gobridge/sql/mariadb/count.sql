SELECT COUNT(*) FROM (SELECT seq FROM gobridge_outbox WHERE partition_id = # LIMIT #) kept
