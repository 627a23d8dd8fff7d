UPDATE gobridge_lease SET owner = '', expires_at = CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED) - 1 WHERE partition_id = # AND owner = # AND version = #
