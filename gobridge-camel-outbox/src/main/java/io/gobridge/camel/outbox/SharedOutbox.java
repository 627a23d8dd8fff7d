package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import javax.sql.DataSource;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.dispatch.Outbox;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.dispatch.OutboxMessage;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.outbox.store.SqlStores;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;

/**
 * An outbox in a database that several nodes may share: a bean of the registry, for {@code deliveryMode=shared_outbox}.
 * Set it up before the CamelContext starts; afterwards it is thread-safe.
 */
public class SharedOutbox implements Outbox, CamelContextAware {

    private CamelContext camelContext;
    private DataSource dataSource;
    private DeadLetterStore deadLetter;
    private String name = "gobridge";
    private int shards = 8;
    private Duration leaseTtl = Duration.ofSeconds(15);
    private Duration dedupeWindow = Duration.ofHours(1);
    private Duration completedRetention = Duration.ZERO;
    private Duration meterInterval = Duration.ofSeconds(10);
    private Duration replayBudget = Duration.ofMinutes(15);
    private int maxReplayAttempts = 10;
    private Backoff backoff = Backoff.DEFAULT;
    private Boolean createSchema;
    private boolean acknowledgeVolatile;
    private IdReuse onIdReuse = IdReuse.DEAD_LETTER;
    private boolean dropExpired;
    private Pace pace = Pace.ADAPTIVE_BACKOFF;
    private Duration maxPollInterval = Duration.ofSeconds(1);
    private int maxConcurrency = 10;

    private volatile RunningOutbox running;

    /** Creates an outbox for a bean's properties. */
    public SharedOutbox() {
    }

    /** Creates an outbox in the database. */
    public SharedOutbox(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Checks the options, looks at the database and adds the outbox's routes to the CamelContext, once.
     *
     * @throws BridgeException {@code INVALID_CONFIG} with all that is wrong
     */
    synchronized RunningOutbox start() {
        if (running == null) {
            if (camelContext == null) {
                throw BridgeException.of(FailureCode.INVALID_CONFIG,
                        "The outbox '" + name + "' belongs to no CamelContext; put it into the registry");
            }
            running = RunningOutbox.start(this);
        }
        return running;
    }

    /** Sends no more and gives the leases back; waits for what is being sent. */
    synchronized void stop() {
        if (running != null) {
            running.close();
            running = null;
        }
    }

    /** Tells whether it was started and not stopped. */
    boolean isRunning() {
        return running != null;
    }

    /** Tells whether the route belongs to it. */
    boolean owns(String routeId) {
        return SqlStores.isRoute(name, routeId);
    }

    @Override
    public OutboxDrain open(OutboxBinding binding) {
        return start().open(binding);
    }

    @Override
    public CompletionStage<Void> persist(OutboxMessage message) {
        // Not started for this: a route that ends while its context stops must not begin the outbox anew.
        RunningOutbox current = running;
        return current != null
                ? current.persist(message)
                : CompletableFuture.failedFuture(BridgeException.of(FailureCode.UNAVAILABLE,
                        "Outbox '" + name + "' is not running; the source keeps the message").withScope(FailureScope.TARGET));
    }

    @Override
    public CamelContext getCamelContext() {
        return camelContext;
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }

    /** Returns the database. */
    public DataSource getDataSource() {
        return dataSource;
    }

    public void setDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Returns where messages go that cannot be sent; null for the one in the registry. */
    public DeadLetterStore getDeadLetter() {
        return deadLetter;
    }

    public void setDeadLetter(DeadLetterStore deadLetter) {
        this.deadLetter = deadLetter;
    }

    /** Returns the name in the database: outboxes of different names do not touch each other's rows. */
    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    /** Returns how many partitions each binding has; it cannot change once there are messages. */
    public int getShards() {
        return shards;
    }

    public void setShards(int shards) {
        this.shards = shards;
    }

    /** Returns how long another node waits before it takes over from one that fell silent. */
    public Duration getLeaseTtl() {
        return leaseTtl;
    }

    public void setLeaseTtl(Duration leaseTtl) {
        this.leaseTtl = leaseTtl;
    }

    /** Returns how long a message is known, so that a second one of its id is not kept. */
    public Duration getDedupeWindow() {
        return dedupeWindow;
    }

    public void setDedupeWindow(Duration dedupeWindow) {
        this.dedupeWindow = dedupeWindow;
    }

    /** Returns how long a completed record is kept for audits; zero when it is deleted. */
    public Duration getCompletedRetention() {
        return completedRetention;
    }

    public void setCompletedRetention(Duration completedRetention) {
        this.completedRetention = completedRetention;
    }

    /** Returns the wait between two looks at how much is kept, for the meters and JMX. */
    public Duration getMeterInterval() {
        return meterInterval;
    }

    public void setMeterInterval(Duration meterInterval) {
        this.meterInterval = meterInterval;
    }

    /** Returns how long after its first send a message is tried in any case. */
    public Duration getReplayBudget() {
        return replayBudget;
    }

    public void setReplayBudget(Duration replayBudget) {
        this.replayBudget = replayBudget;
    }

    /** Returns how many sends may fail before a message whose budget is spent becomes a dead letter. */
    public int getMaxReplayAttempts() {
        return maxReplayAttempts;
    }

    public void setMaxReplayAttempts(int maxReplayAttempts) {
        this.maxReplayAttempts = maxReplayAttempts;
    }

    /** Returns the waits between the sends of one message. */
    public Backoff getBackoff() {
        return backoff;
    }

    public void setBackoff(Backoff backoff) {
        this.backoff = backoff;
    }

    /** Returns whether the tables are created; null for H2 only. */
    public Boolean getCreateSchema() {
        return createSchema;
    }

    public void setCreateSchema(Boolean createSchema) {
        this.createSchema = createSchema;
    }

    /** Tells whether a database is used whose commits can be lost. */
    public boolean isAcknowledgeVolatile() {
        return acknowledgeVolatile;
    }

    public void setAcknowledgeVolatile(boolean acknowledgeVolatile) {
        this.acknowledgeVolatile = acknowledgeVolatile;
    }

    /** Returns what becomes of a message whose id was used for another payload. */
    public IdReuse getOnIdReuse() {
        return onIdReuse;
    }

    public void setOnIdReuse(IdReuse onIdReuse) {
        this.onIdReuse = onIdReuse;
    }

    /** Tells whether a message that expired is forgotten; else it becomes a dead letter. */
    public boolean isDropExpired() {
        return dropExpired;
    }

    public void setDropExpired(boolean dropExpired) {
        this.dropExpired = dropExpired;
    }

    /** Returns how often an empty outbox is looked at. */
    public Pace getPace() {
        return pace;
    }

    public void setPace(Pace pace) {
        this.pace = pace;
    }

    /** Returns the longest wait between two looks. */
    public Duration getMaxPollInterval() {
        return maxPollInterval;
    }

    public void setMaxPollInterval(Duration maxPollInterval) {
        this.maxPollInterval = maxPollInterval;
    }

    /** Returns the most sends of one binding at one time. */
    public int getMaxConcurrency() {
        return maxConcurrency;
    }

    public void setMaxConcurrency(int maxConcurrency) {
        this.maxConcurrency = maxConcurrency;
    }
}
