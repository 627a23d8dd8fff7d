UPDATE gobridge_lease SET expires_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + #
WHERE partition_id = # AND owner = # AND version = #
