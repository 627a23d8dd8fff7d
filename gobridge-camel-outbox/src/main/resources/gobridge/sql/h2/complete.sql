DELETE FROM gobridge_outbox WHERE partition_id = # AND seq = ANY (#)
