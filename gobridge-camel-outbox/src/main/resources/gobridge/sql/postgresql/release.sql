UPDATE gobridge_lease SET owner = '', expires_at = 0 WHERE partition_id = # AND owner = # AND version = #
