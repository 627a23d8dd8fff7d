UPDATE gobridge_outbox
SET replays = #, first_attempt_at = #, next_attempt_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + #, last_error = #
WHERE partition_id = # AND seq = #
