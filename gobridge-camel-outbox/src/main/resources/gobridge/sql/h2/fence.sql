UPDATE gobridge_lease SET expires_at = CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + #
WHERE partition_id = # AND owner = # AND version = #
