package io.gobridge.camel.outbox.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.lease.LeaseView;
import io.gobridge.camel.outbox.lease.LeaseView.Standing;

/** Keeps the leases of one outbox in its database. Thread-safe. */
final class SqlLeaseStore implements LeaseStore {

    private final Sql sql;
    private final String outbox;

    SqlLeaseStore(Sql sql, String outbox) {
        this.sql = sql;
        this.outbox = outbox;
    }

    @Override
    public List<Long> register(String binding, int shards) {
        List<Long> known = partitions(binding);
        if (known.isEmpty()) {
            insertAllUnlessThere(binding, shards);
        }
        List<Long> registered = known.isEmpty() ? partitions(binding) : known;
        if (registered.size() != shards) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "shards=" + shards + ": binding '" + binding + "' of outbox '"
                                                                 + outbox + "' has " + registered.size()
                                                                 + " shards in the database, and they cannot change: what is kept would be"
                                                                 + " looked for elsewhere; set shards="
                                                                 + registered.size() + ", or give the outbox another name");
        }
        return registered;
    }

    private List<Long> partitions(String binding) {
        return sql.query("find-partitions", (row, number) -> row.getLong("partition_id"), outbox, binding);
    }

    /** All or none: a node that dies in between must not leave a binding with fewer shards than it is to have. */
    private void insertAllUnlessThere(String binding, int shards) {
        try {
            sql.inTransaction("Registering binding '" + binding + "'", () -> {
                for (int shard = 0; shard < shards; shard++) {
                    sql.update("insert-partition", outbox, binding, shard);
                }
                return shards;
            });
        } catch (BridgeException e) {
            if (!SqlFailures.isDuplicate(e)) {
                throw e;
            }
        }
    }

    /** Two nodes that start at once may both insert. */
    private void insertUnlessThere(String statement, Object... parameters) {
        try {
            sql.update(statement, parameters);
        } catch (BridgeException e) {
            if (!SqlFailures.isDuplicate(e)) {
                throw e;
            }
        }
    }

    @Override
    public LeaseView look(String binding, String node, Duration ttl) {
        if (sql.update("update-node", ttl.toMillis(), outbox, binding, node) == 0) {
            sql.update("delete-dead-nodes", outbox, binding);
            insertUnlessThere("insert-node", ttl.toMillis(), outbox, binding, node);
        }
        List<Seen> seen = sql.query("find-leases", (row, number) -> new Seen(
                row.getLong("now_ms"), row.getInt("nodes"),
                new Standing(
                        row.getLong("partition_id"), row.getInt("shard"), row.getString("owner"), row.getLong("version"),
                        row.getLong("expires_at"))),
                outbox, binding);
        return seen.isEmpty()
                ? new LeaseView(0, 1, List.of())
                : new LeaseView(seen.get(0).now(), seen.get(0).nodes(), seen.stream().map(Seen::standing).toList());
    }

    private record Seen(long now, int nodes, Standing standing) {
    }

    @Override
    public Optional<Lease> acquire(Standing seen, String owner, Duration ttl) {
        return sql.update("acquire", owner, ttl.toMillis(), seen.partition(), seen.version()) == 1
                ? Optional.of(new Lease(seen.partition(), seen.shard(), owner, seen.version() + 1))
                : Optional.empty();
    }

    @Override
    public boolean renew(Lease lease, Duration ttl) {
        return sql.update("fence", ttl.toMillis(), lease.partition(), lease.owner(), lease.version()) == 1;
    }

    @Override
    public void release(Lease lease) {
        sql.update("release", lease.partition(), lease.owner(), lease.version());
    }

    @Override
    public void leave(String binding, String node) {
        sql.update("delete-node", outbox, binding, node);
    }
}
