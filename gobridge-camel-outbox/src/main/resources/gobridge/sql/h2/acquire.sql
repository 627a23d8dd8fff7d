UPDATE gobridge_lease SET owner = #, version = version + 1, expires_at = CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + #
WHERE partition_id = # AND version = # AND expires_at < CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)
