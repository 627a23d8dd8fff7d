UPDATE gobridge_outbox
SET replays = #, first_attempt_at = #, next_attempt_at = CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) + #, last_error = #
WHERE partition_id = # AND seq = #
