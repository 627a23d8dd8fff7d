DELETE FROM gobridge_outbox WHERE partition_id = # AND seq IN (SELECT * FROM UNNEST(CAST(# AS BIGINT ARRAY)))
