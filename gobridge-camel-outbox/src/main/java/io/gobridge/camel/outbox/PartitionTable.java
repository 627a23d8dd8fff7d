package io.gobridge.camel.outbox;

import java.util.List;

import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/** The partitions of an outbox as a table for JMX. */
final class PartitionTable {

    private static final String[] COLUMNS = { "binding", "shard", "lease", "owner", "version", "depth", "oldestAgeSeconds" };
    private static final String[] DESCRIPTIONS = {
            "binding", "place among the partitions of the binding", "HELD by this node, STANDBY or FREE", "who holds the lease",
            "version of the lease", "records at the last look", "seconds that the oldest had been kept at the last look" };
    private static final OpenType<?>[] TYPES = {
            SimpleType.STRING, SimpleType.INTEGER, SimpleType.STRING, SimpleType.STRING, SimpleType.LONG, SimpleType.INTEGER,
            SimpleType.LONG };

    private PartitionTable() {
    }

    static TabularData of(List<KeptBinding> bindings) throws OpenDataException {
        CompositeType row = new CompositeType("partition", "A partition of an outbox", COLUMNS, DESCRIPTIONS, TYPES);
        TabularData table = new TabularDataSupport(
                new TabularType("partitions", "The partitions of an outbox", row, new String[] { "binding", "shard" }));
        for (KeptBinding binding : bindings) {
            ShardStates states = binding.states();
            for (int shard = 0; shard < states.shards(); shard++) {
                ShardStates.State state = states.state(shard);
                table.put(new CompositeDataSupport(
                        row, COLUMNS, new Object[] {
                                binding.id(), shard, state.lease().name(), state.owner(), state.version(), states.depth(shard),
                                states.oldestAge(shard).toSeconds() }));
            }
        }
        return table;
    }
}
