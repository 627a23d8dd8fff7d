INSERT INTO gobridge_lease (outbox, binding, shard, owner, version, expires_at) VALUES (#, #, #, '', 0, 0)
