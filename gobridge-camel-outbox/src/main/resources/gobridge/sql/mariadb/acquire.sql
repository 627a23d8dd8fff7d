UPDATE gobridge_lease SET owner = #, version = version + 1, expires_at = CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) + #
WHERE partition_id = # AND version = # AND expires_at < CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED)
