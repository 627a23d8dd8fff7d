UPDATE gobridge_dedupe SET owner = #, expires_at = (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) + #
WHERE store_name = # AND dedupe_key = # AND (owner = # OR expires_at <= (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000))
