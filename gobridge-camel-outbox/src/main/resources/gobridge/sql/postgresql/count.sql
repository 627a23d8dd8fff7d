SELECT COUNT(*) FROM (SELECT 1 AS one FROM gobridge_outbox WHERE partition_id = ANY (#) LIMIT #) kept
