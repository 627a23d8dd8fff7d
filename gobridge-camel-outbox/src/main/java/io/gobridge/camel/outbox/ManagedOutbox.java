package io.gobridge.camel.outbox;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.TabularData;

import io.gobridge.camel.outbox.drain.BindingDrain;
import org.apache.camel.CamelContext;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.ManagementAgent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows an outbox in JMX, where Camel's management is on. Thread-safe. */
@ManagedResource(description = "gobridge outbox")
public final class ManagedOutbox {

    private static final Logger LOG = LoggerFactory.getLogger(ManagedOutbox.class);

    private final String name;
    private final String node;
    private final Supplier<List<KeptBinding>> bindings;
    private boolean isOver;

    ManagedOutbox(String name, String node, Supplier<List<KeptBinding>> bindings) {
        this.name = name;
        this.node = node;
        this.bindings = bindings;
    }

    /** Shows it as soon as the context has started, for before that nothing can be shown. */
    void register(CamelContext context) {
        try {
            context.addStartupListener((started, isAlready) -> show(started));
        } catch (Exception e) {
            LOG.debug("outbox={}: it is not in JMX", name, e);
        }
    }

    private synchronized void show(CamelContext context) {
        if (!isOver) {
            agent(context).ifPresent(agent -> change(context, objectName -> agent.register(this, objectName)));
        }
    }

    synchronized void unregister(CamelContext context) {
        isOver = true;
        agent(context).ifPresent(agent -> change(context, agent::unregister));
    }

    private static Optional<ManagementAgent> agent(CamelContext context) {
        return Optional.ofNullable(context.getManagementStrategy().getManagementAgent());
    }

    private interface Change {

        void apply(ObjectName objectName) throws Exception;
    }

    private void change(CamelContext context, Change change) {
        try {
            change.apply(objectName(context));
        } catch (Exception e) {
            LOG.debug("outbox={}: it is not in JMX, or not as it should be", name, e);
        }
    }

    private ObjectName objectName(CamelContext context) throws MalformedObjectNameException {
        return new ObjectName(
                context.getManagementStrategy().getManagementAgent().getMBeanObjectDomainName() + ":context="
                              + context.getManagementName() + ",type=services,name=gobridge-outbox-" + name);
    }

    /** Returns its name in the database. */
    @ManagedAttribute(description = "Name of the outbox in its database")
    public String getName() {
        return name;
    }

    /** Returns the name of this node among those that share it. */
    @ManagedAttribute(description = "Name of this node among those that share the outbox")
    public String getNode() {
        return node;
    }

    /** Returns how many records the store no longer keeps since this node ended them. */
    @ManagedAttribute(description = "Records that the store no longer keeps: sent, dropped or dead letters")
    public long getCompleted() {
        return sum(BindingDrain::completed);
    }

    /** Returns how many sends failed and are repeated. */
    @ManagedAttribute(description = "Sends that failed and are repeated")
    public long getReplayed() {
        return sum(BindingDrain::replayed);
    }

    /** Returns how many leases others took over. */
    @ManagedAttribute(description = "Leases that others took over")
    public long getLeasesLost() {
        return sum(BindingDrain::leasesLost);
    }

    /** Returns how many records may be sent twice because of that. */
    @ManagedAttribute(description = "Records that may have been sent without the store knowing")
    public long getDuplicatesRisked() {
        return sum(BindingDrain::duplicatesRisked);
    }

    /** Returns how many messages came again and were acknowledged without being kept again. */
    @ManagedAttribute(description = "Messages that were kept already")
    public long getDuplicatesSuppressed() {
        return bindings.get().stream().mapToLong(KeptBinding::duplicatesSuppressed).sum();
    }

    private long sum(ToLongFunction<BindingDrain> count) {
        return bindings.get().stream().mapToLong(binding -> count.applyAsLong(binding.drain())).sum();
    }

    /** Returns the age of the oldest record of this node's partitions at the last look; 0 when there is none. */
    @ManagedAttribute(description = "Seconds that the oldest record of this node's partitions had been kept at the last look")
    public long getOldestAgeSeconds() {
        return bindings.get().stream().map(KeptBinding::states)
                .flatMapToLong(states -> IntStream.range(0, states.shards())
                        .mapToLong(shard -> states.oldestAge(shard).toSeconds()))
                .max().orElse(0);
    }

    /** Returns why nothing can be sent now; empty when it can. */
    @ManagedAttribute(description = "Why nothing can be sent now; empty when it can")
    public List<String> getReasons() {
        return bindings.get().stream().flatMap(binding -> binding.drain().reasons().stream()).toList();
    }

    /** Returns a row for each partition: whose it is, and how much it keeps if it is this node's. */
    @ManagedAttribute(description = "The partitions: who holds their leases, and how much those of this node keep")
    public TabularData getPartitions() throws OpenDataException {
        return PartitionTable.of(bindings.get());
    }
}
