package io.gobridge.camel.testkit.outbox;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.lease.LeaseView;
import io.gobridge.camel.outbox.lease.LeaseView.Standing;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.outbox.store.Backlog;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.CompletedRecords;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.outbox.store.Persisted;
import io.gobridge.camel.outbox.store.Replay;

/**
 * Keeps records and leases in this process: the reference of what a store does, for tests, since all is gone when the
 * process ends. Thread-safe.
 */
public final class MemoryOutboxStore implements OutboxStore, LeaseStore {

    private final Clock clock;
    private final Map<Long, TreeMap<Long, StoredRecord>> records = new HashMap<>();
    private final List<Completed> completed = new ArrayList<>();
    private final Map<String, Seen> seen = new HashMap<>();
    private final Map<Long, Standing> leases = new TreeMap<>();
    private final Map<String, List<Long>> bindings = new HashMap<>();
    private final Map<String, Map<String, Long>> nodes = new HashMap<>();
    private long lastSeq;

    /** Creates an empty store whose time is the clock's. */
    public MemoryOutboxStore(Clock clock) {
        this.clock = clock;
    }

    private record Completed(long partition, StoredRecord record, long at) {
    }

    private record Seen(long partition, String payloadHash, long at) {
    }

    @Override
    public synchronized List<Persisted> persist(List<NewRecord> added, OutboxTransaction transaction) {
        if (transaction == OutboxTransaction.REQUIRED) {
            throw BridgeException.of(FailureCode.NOT_SUPPORTED, "Memory has no transactions that a record could be part of");
        }
        return added.stream().map(this::persist).toList();
    }

    /** Returns how many messages it knows. */
    public synchronized int known() {
        return seen.size();
    }

    /** Returns how many completed records it keeps. */
    public synchronized int completed() {
        return completed.size();
    }

    private Persisted persist(NewRecord record) {
        Seen known = seen.putIfAbsent(record.dedupeKey(), new Seen(record.partition(), record.payloadHash(), now()));
        if (known != null) {
            return known.payloadHash().equals(record.payloadHash()) ? Persisted.DUPLICATE : Persisted.ID_REUSED;
        }
        long seq = ++lastSeq;
        records.computeIfAbsent(record.partition(), partition -> new TreeMap<>()).put(seq,
                new StoredRecord(
                        seq, record.recordId(), record.routeId(), record.sourceId(), record.envelope().id(),
                        record.message().address(), record.key(), NewRecord.FORMAT, Payload.ofImmutable(record.encoded()),
                        now(),
                        record.expiresAt(), 0, 0, 0));
        return Persisted.KEPT;
    }

    @Override
    public synchronized Claim cycle(Cycle cycle) {
        if (!renew(cycle.lease(), cycle.ttl())) {
            throw BridgeException.of(FailureCode.STALE_FENCING_TOKEN,
                    "The " + cycle.lease() + " was taken over; nothing was written");
        }
        TreeMap<Long, StoredRecord> kept = records.computeIfAbsent(cycle.lease().partition(), partition -> new TreeMap<>());
        cycle.completed().forEach(seq -> complete(cycle, kept.remove(seq)));
        cycle.replays().forEach(replay -> kept.computeIfPresent(replay.seq(), (seq, record) -> replayed(record, replay)));
        Cycle.Wanted wanted = cycle.claim();
        return new Claim(
                now(), fitting(kept.tailMap(wanted.after(), false).values().stream()
                        .filter(record -> isWanted(record, wanted)).limit(wanted.limit()).toList()));
    }

    private static List<StoredRecord> fitting(List<StoredRecord> records) {
        long bytes = 0;
        int count = 0;
        while (count < records.size() && bytes < MOST_BYTES) {
            bytes += records.get(count).encoded().size();
            count++;
        }
        return records.subList(0, count);
    }

    private void complete(Cycle cycle, StoredRecord record) {
        if (record != null && cycle.then() == CompletedRecords.KEPT) {
            completed.add(new Completed(cycle.lease().partition(), record, now()));
        }
    }

    private boolean isWanted(StoredRecord record, Cycle.Wanted wanted) {
        return record.isOrdered()
                ? !wanted.heldKeys().contains(record.key())
                : record.nextAttemptAt() <= now() && !wanted.excluded().contains(record.seq());
    }

    private StoredRecord replayed(StoredRecord record, Replay replay) {
        return new StoredRecord(
                record.seq(), record.recordId(), record.routeId(), record.sourceId(), record.messageId(), record.address(),
                record.key(), record.format(), record.encoded(), record.createdAt(), record.expiresAt(),
                now() + replay.pause().toMillis(), replay.firstAttemptAt(), replay.replays());
    }

    @Override
    public synchronized int count(Collection<Long> partitions, int limit) {
        return Math.min(limit, partitions.stream().mapToInt(id -> records.getOrDefault(id, new TreeMap<>()).size()).sum());
    }

    @Override
    public synchronized Backlog backlog(long partition, int limit) {
        TreeMap<Long, StoredRecord> kept = records.getOrDefault(partition, new TreeMap<>());
        return kept.isEmpty()
                ? Backlog.NONE
                : new Backlog(
                        Math.min(limit, kept.size()),
                        Duration.ofMillis(now() - kept.firstEntry().getValue().createdAt()));
    }

    @Override
    public synchronized int purge(long partition, Duration retention) {
        List<Completed> old = completed.stream().filter(
                entry -> entry.partition() == partition && entry.at() < now() - retention.toMillis())
                .limit(PORTION).toList();
        completed.removeAll(old);
        return old.size();
    }

    @Override
    public synchronized int forget(long partition, Duration window) {
        List<String> old = seen.entrySet().stream().filter(
                entry -> entry.getValue().partition() == partition && entry.getValue().at() < now() - window.toMillis())
                .limit(PORTION).map(Map.Entry::getKey).toList();
        old.forEach(seen::remove);
        return old.size();
    }

    @Override
    public synchronized List<Long> register(String binding, int shards) {
        List<Long> known = bindings.computeIfAbsent(binding, name -> {
            List<Long> created = new ArrayList<>();
            for (int shard = 0; shard < shards; shard++) {
                long id = leases.size() + 1L;
                leases.put(id, new Standing(id, shard, "", 0, 0));
                created.add(id);
            }
            return created;
        });
        if (known.size() != shards) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "shards=" + shards + ": binding '" + binding + "' has "
                                                                 + known.size() + " shards already, and they cannot change");
        }
        return List.copyOf(known);
    }

    @Override
    public synchronized LeaseView look(String binding, String node, Duration ttl) {
        Map<String, Long> alive = nodes.computeIfAbsent(binding, name -> new HashMap<>());
        alive.put(node, now() + ttl.toMillis());
        alive.values().removeIf(expiresAt -> expiresAt < now());
        return new LeaseView(
                now(), alive.size(), bindings.getOrDefault(binding, List.of()).stream().map(leases::get).toList());
    }

    @Override
    public synchronized Optional<Lease> acquire(Standing seenStanding, String owner, Duration ttl) {
        Standing current = leases.get(seenStanding.partition());
        if (!current.isFree(now()) || current.version() != seenStanding.version()) {
            return Optional.empty();
        }
        Lease lease = new Lease(current.partition(), current.shard(), owner, current.version() + 1);
        put(lease, owner, now() + ttl.toMillis());
        return Optional.of(lease);
    }

    @Override
    public synchronized boolean renew(Lease lease, Duration ttl) {
        if (!isHeld(lease)) {
            return false;
        }
        put(lease, lease.owner(), now() + ttl.toMillis());
        return true;
    }

    @Override
    public synchronized void release(Lease lease) {
        if (isHeld(lease)) {
            put(lease, "", now() - 1);
        }
    }

    @Override
    public synchronized void leave(String binding, String node) {
        nodes.getOrDefault(binding, new HashMap<>()).remove(node);
    }

    private boolean isHeld(Lease lease) {
        Standing current = leases.get(lease.partition());
        return current.owner().equals(lease.owner()) && current.version() == lease.version();
    }

    private void put(Lease lease, String owner, long expiresAt) {
        leases.put(lease.partition(), new Standing(lease.partition(), lease.shard(), owner, lease.version(), expiresAt));
    }

    private long now() {
        return clock.millis();
    }
}
