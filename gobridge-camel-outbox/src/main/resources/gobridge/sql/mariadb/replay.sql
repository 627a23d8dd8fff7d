UPDATE gobridge_outbox
SET replays = #, first_attempt_at = #, next_attempt_at = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) + #, last_error = #
WHERE partition_id = # AND seq = #
