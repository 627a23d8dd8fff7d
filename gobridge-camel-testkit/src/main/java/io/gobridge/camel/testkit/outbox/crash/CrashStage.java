package io.gobridge.camel.testkit.outbox.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Two nodes of one outbox in processes of their own, and its database. Not thread-safe. */
final class CrashStage implements AutoCloseable {

    /** The node that a fault is meant for. */
    static final String VICTIM = "victim";
    /** The node beside it. */
    static final String OTHER = "other";

    private final Path directory;
    private final Duration leaseTtl;
    private final RestartablePostgres database;
    private final JdbcTemplate jdbc;
    private final Map<String, NodeProcess> nodes = new HashMap<>();
    private int goal;

    private CrashStage(Path directory, Duration leaseTtl) throws IOException {
        this.directory = directory;
        this.leaseTtl = leaseTtl;
        this.database = new RestartablePostgres(directory.resolve("data"));
        this.jdbc = new JdbcTemplate(new DriverManagerDataSource(database.url(), "postgres", ""));
    }

    /** Starts the database and both nodes. */
    static CrashStage start(Path directory, Duration leaseTtl) throws IOException {
        CrashStage stage = new CrashStage(directory, leaseTtl);
        try {
            stage.launch(VICTIM, CrashPoint.ANYWHERE);
            stage.launch(OTHER, CrashPoint.ANYWHERE);
            stage.awaitShared();
            return stage;
        } catch (RuntimeException | Error e) {
            stage.close();
            throw e;
        }
    }

    NodeProcess node(String name) {
        return nodes.get(name);
    }

    RestartablePostgres database() {
        return database;
    }

    Duration leaseTtl() {
        return leaseTtl;
    }

    /** Starts a node, which is to keep what the others keep. */
    void launch(String name, CrashPoint point) throws IOException {
        NodeProcess node = NodeProcess.start(new NodeOptions(directory, database.url(), name, leaseTtl, point));
        nodes.put(name, node);
        node.awaitReport("ready");
        node.tell(CrashNode.KEEP + goal);
    }

    /** Lets the nodes keep so many more messages of each sequence. */
    void keep(int more, String... names) {
        goal += more;
        for (String name : names) {
            nodes.get(name).tell(CrashNode.KEEP + goal);
        }
    }

    /** Waits until each node holds one of the leases. */
    void awaitShared() {
        await("each node holds a lease").until(() -> !isFree() && owners().stream().distinct().count() == 2);
    }

    private boolean isFree() {
        return jdbc.queryForObject("SELECT COUNT(*) FROM gobridge_lease WHERE owner = '' OR expires_at < " + NOW,
                Integer.class)
               > 0;
    }

    private static final String NOW = "EXTRACT(EPOCH FROM clock_timestamp()) * 1000";

    /** Returns who holds the leases, by shard; empty where nobody does. */
    List<String> owners() {
        return jdbc.queryForList("SELECT owner FROM gobridge_lease ORDER BY shard", String.class);
    }

    void cutConnections() {
        jdbc.queryForList("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                          + " AND backend_type = 'client backend'");
    }

    List<String> acks() {
        return List.of(VICTIM, OTHER).stream().flatMap(name -> acks(name).stream()).toList();
    }

    List<String> acks(String name) {
        return Notes.read(NodeOptions.acks(directory, name));
    }

    List<String> arrivals() {
        return Notes.read(NodeOptions.arrivals(directory));
    }

    int refusals() {
        return Notes.read(NodeOptions.refusals(directory)).size();
    }

    /** Waits until these nodes have kept all that they were told to keep, and nothing is kept any longer. */
    void awaitSettled(String... names) {
        for (String name : names) {
            await("node " + name + " has kept its messages")
                    .until(() -> acks(name).size() == goal * NodeOptions.SEQUENCES.size());
        }
        await("the outbox is empty")
                .until(() -> jdbc.queryForObject("SELECT COUNT(*) FROM gobridge_outbox", Integer.class) == 0);
    }

    /** The database may be away for a while. */
    ConditionFactory await(String what) {
        return Awaitility.await(what + "; see " + directory).atMost(Duration.ofMinutes(2)).ignoreExceptions()
                .pollInterval(Duration.ofMillis(25));
    }

    @Override
    public void close() throws IOException {
        nodes.values().forEach(NodeProcess::close);
        database.close();
    }
}
