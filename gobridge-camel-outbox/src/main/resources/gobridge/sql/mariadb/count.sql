SELECT COUNT(*) FROM (SELECT 1 AS one FROM gobridge_outbox WHERE partition_id IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) wanted) LIMIT #) kept
