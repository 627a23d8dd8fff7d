DELETE FROM gobridge_dedupe WHERE store_name = # AND dedupe_key = # AND owner = #
