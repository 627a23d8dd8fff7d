CREATE TABLE IF NOT EXISTS gobridge_lease (
  partition_id BIGINT AUTO_INCREMENT PRIMARY KEY,
  outbox VARCHAR(200) NOT NULL,
  binding VARCHAR(200) NOT NULL,
  shard INT NOT NULL,
  owner VARCHAR(200) NOT NULL,
  version BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  CONSTRAINT gobridge_lease_shard UNIQUE (outbox, binding, shard)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS gobridge_node (
  outbox VARCHAR(200) NOT NULL,
  binding VARCHAR(200) NOT NULL,
  node VARCHAR(200) NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (outbox, binding, node)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS gobridge_outbox (
  partition_id BIGINT NOT NULL,
  seq BIGINT NOT NULL AUTO_INCREMENT,
  record_id VARCHAR(36) NOT NULL,
  route_id MEDIUMTEXT NOT NULL,
  source_id MEDIUMTEXT NOT NULL,
  message_id MEDIUMTEXT NOT NULL,
  address MEDIUMTEXT,
  ordering_key MEDIUMTEXT,
  key_hash BIGINT NOT NULL,
  format INT NOT NULL,
  envelope LONGBLOB NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  next_attempt_at BIGINT DEFAULT 0 NOT NULL,
  first_attempt_at BIGINT DEFAULT 0 NOT NULL,
  replays INT DEFAULT 0 NOT NULL,
  last_error MEDIUMTEXT,
  PRIMARY KEY (partition_id, seq),
  UNIQUE KEY (seq)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS gobridge_outbox_done (
  partition_id BIGINT NOT NULL,
  completed_at BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  record_id VARCHAR(36) NOT NULL,
  route_id MEDIUMTEXT NOT NULL,
  source_id MEDIUMTEXT NOT NULL,
  message_id MEDIUMTEXT NOT NULL,
  address MEDIUMTEXT,
  ordering_key MEDIUMTEXT,
  format INT NOT NULL,
  envelope LONGBLOB NOT NULL,
  created_at BIGINT NOT NULL,
  first_attempt_at BIGINT NOT NULL,
  replays INT NOT NULL,
  last_error MEDIUMTEXT,
  PRIMARY KEY (partition_id, completed_at, seq)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS gobridge_outbox_seen (
  partition_id BIGINT NOT NULL,
  dedupe_key VARCHAR(22) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  payload_hash VARCHAR(22) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (partition_id, dedupe_key),
  KEY gobridge_outbox_seen_created (partition_id, created_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS gobridge_dead_letter (
  seq BIGINT AUTO_INCREMENT PRIMARY KEY,
  id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  form VARCHAR(20) NOT NULL,
  message_id MEDIUMTEXT NOT NULL,
  source_id MEDIUMTEXT NOT NULL,
  route_id MEDIUMTEXT NOT NULL,
  binding MEDIUMTEXT NOT NULL,
  address MEDIUMTEXT NOT NULL,
  category VARCHAR(40) NOT NULL,
  code VARCHAR(40) NOT NULL,
  reason MEDIUMTEXT NOT NULL,
  first_failure_at BIGINT NOT NULL,
  last_failure_at BIGINT NOT NULL,
  attempts INT NOT NULL,
  revision INT DEFAULT 0 NOT NULL,
  format INT NOT NULL,
  envelope LONGBLOB NOT NULL,
  history MEDIUMTEXT NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS gobridge_attempt (
  ledger VARCHAR(100) NOT NULL,
  attempt_key VARCHAR(22) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  failures INT DEFAULT 0 NOT NULL,
  given_back INT DEFAULT 0 NOT NULL,
  unfinished INT DEFAULT 0 NOT NULL,
  first_failure_at BIGINT DEFAULT 0 NOT NULL,
  last_runs MEDIUMTEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (ledger, attempt_key),
  KEY gobridge_attempt_updated (ledger, updated_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS gobridge_dedupe (
  store_name VARCHAR(100) NOT NULL,
  dedupe_key VARCHAR(22) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  owner VARCHAR(200) NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (store_name, dedupe_key),
  KEY gobridge_dedupe_expires (store_name, expires_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
