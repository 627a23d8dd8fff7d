UPDATE gobridge_lease SET owner = '', expires_at = CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) - 1 WHERE partition_id = # AND owner = # AND version = #
