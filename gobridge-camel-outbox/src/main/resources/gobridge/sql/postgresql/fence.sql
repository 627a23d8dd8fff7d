-- The rest of the transaction goes by primary keys: a plan that was made for a small table must not scan a large one.
UPDATE gobridge_lease SET expires_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + #
WHERE partition_id = # AND owner = # AND version = #
  AND set_config('enable_seqscan', 'off', TRUE) = 'off' AND set_config('enable_bitmapscan', 'off', TRUE) = 'off'
