UPDATE gobridge_lease SET expires_at = CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) + #
WHERE partition_id = # AND owner = # AND version = #
