DELETE o FROM (SELECT # AS partition_id) given
  STRAIGHT_JOIN JSON_TABLE(#, '$[*]' COLUMNS (v BIGINT PATH '$')) sent
  STRAIGHT_JOIN gobridge_outbox o ON o.partition_id = given.partition_id AND o.seq = sent.v
