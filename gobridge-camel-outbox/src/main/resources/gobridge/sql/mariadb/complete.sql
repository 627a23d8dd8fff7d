DELETE FROM gobridge_outbox WHERE partition_id = # AND seq IN (SELECT v FROM JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) wanted)
