package io.gobridge.camel.processors.dedupe;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.camel.delivery.DedupeClaim;
import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.delivery.DedupeStore;
import io.gobridge.camel.delivery.MemoryDedupeStore;
import io.gobridge.camel.exchange.StepMessage;
import io.gobridge.camel.exchange.StepRuntime;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.CamelContextHelper;

/**
 * Lets each message through once. A duplicate of a message that was taken care of is filtered; a duplicate of one that
 * is being worked on is held and looked at again, never acknowledged; an attempt that fails frees the message.
 * Thread-safe once started.
 */
@UriParams
@Metadata(label = "bean", description = "Lets each message through once, though it comes several times.",
          annotations = { "interfaceName=org.apache.camel.Processor" })
@Configurer(metadataOnly = true)
@ManagedResource(description = "gobridge dedupe")
public final class DedupeProcessor extends AsyncProcessorSupport implements CamelContextAware {

    private final String node = UUID.randomUUID().toString();
    private final AtomicLong attempts = new AtomicLong();
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder held = new LongAdder();
    private CamelContext camelContext;
    private StepRuntime runtime;
    private DedupeSettings settings;
    private DedupeStore usedStore;
    private Expression keyExpression;

    @UriParam
    @Metadata(description = "What remembers the messages. Default is the only DedupeStore in the registry, else one in memory.")
    private DedupeStore store;
    @UriParam
    @Metadata(description = "Who must not see a message twice. Default is the id of the route that received it.")
    private String scope = DedupeSettings.DEFAULT.scope();
    @UriParam
    @Metadata(description = "Simple expression that names the message. Default is its dedup id, else its idempotency key, else its id.")
    private String key;
    @UriParam(defaultValue = "10m", javaType = "java.time.Duration")
    @Metadata(defaultValue = "10m", javaType = "java.time.Duration",
              description = "How long an attempt that nobody hears of again keeps the message; longer than any run.")
    private Duration lease = DedupeSettings.DEFAULT.lease();
    @UriParam(defaultValue = "24h", javaType = "java.time.Duration")
    @Metadata(defaultValue = "24h", javaType = "java.time.Duration",
              description = "How long a message that was taken care of is remembered.")
    private Duration retention = DedupeSettings.DEFAULT.retention();
    @UriParam(defaultValue = "1s", javaType = "java.time.Duration")
    @Metadata(defaultValue = "1s", javaType = "java.time.Duration",
              description = "How soon a duplicate of a message in progress is looked at again.")
    private Duration recheck = DedupeSettings.DEFAULT.recheck();

    /** Creates a step with {@link DedupeSettings#DEFAULT}. */
    public DedupeProcessor() {
        // Its options are set one by one.
    }

    /** Creates a step with these settings on this store. */
    public DedupeProcessor(DedupeSettings settings, DedupeStore store) {
        this.store = store;
        this.scope = settings.scope();
        this.lease = settings.lease();
        this.retention = settings.retention();
        this.recheck = settings.recheck();
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        settings = new DedupeSettings(scope, lease, retention, recheck);
        runtime = StepRuntime.of(camelContext);
        usedStore = Optional.ofNullable(store)
                .or(() -> Optional.ofNullable(CamelContextHelper.findSingleByType(camelContext, DedupeStore.class)))
                .orElseGet(() -> new MemoryDedupeStore(runtime.clock(), MemoryDedupeStore.DEFAULT_CAPACITY));
        CamelContextAware.trySetCamelContext(usedStore, camelContext);
        if (key != null) {
            keyExpression = camelContext.resolveLanguage("simple").createExpression(key);
            keyExpression.init(camelContext);
        }
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        Attempt attempt;
        try {
            StepMessage.refuseInVain(exchange);
            attempt = attempt(exchange, keyOf(exchange));
        } catch (RuntimeException | Error e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
        CompletionStage<DedupeClaim> claim = attempt.claim().exceptionally(DedupeProcessor::storeFailed);
        return StepMessage.goOn(exchange, claim, answer -> answered(exchange, attempt, answer), callback);
    }

    private DedupeKey keyOf(Exchange exchange) {
        Optional<String> identity = keyExpression == null
                ? StepMessage.identity(exchange)
                : Optional.ofNullable(keyExpression.evaluate(exchange, String.class)).filter(text -> !text.isEmpty());
        String scopeOfExchange = settings.scope().isEmpty() ? exchange.getFromRouteId() : settings.scope();
        return new DedupeKey(String.valueOf(scopeOfExchange), identity.orElseThrow(this::nameless));
    }

    private BridgeException nameless() {
        String reason = key == null ? "; set the option key" : ": key=" + key + " gives nothing";
        return BridgeException.of(FailureCode.INVALID_HEADER, "The message has nothing that it can be recognised by" + reason);
    }

    /** The end of a run says nothing about a delivery that the route settles by hand. */
    private Attempt attempt(Exchange exchange, DedupeKey dedupeKey) {
        return StepMessage.isSettledByHand(exchange)
                ? runtime.untilDeliveryEnd(exchange, new Bound(this, dedupeKey), () -> attempt(dedupeKey))
                : attempt(dedupeKey);
    }

    private Attempt attempt(DedupeKey dedupeKey) {
        return new Attempt(usedStore, dedupeKey, node + "-" + attempts.incrementAndGet(), settings);
    }

    private void answered(Exchange exchange, Attempt attempt, DedupeClaim claim) {
        if (claim instanceof DedupeClaim.Done) {
            duplicates.increment();
            throw BridgeException.of(FailureCode.MESSAGE_DUPLICATE, "The message was taken care of before");
        }
        if (claim instanceof DedupeClaim.InProgress other) {
            held.increment();
            throw BridgeException.of(FailureCode.DUPLICATE_IN_PROGRESS,
                    "Another delivery of the message is being worked on; this one is held")
                    .withRetryAfter(untilNextLook(other.until()));
        }
        attempt.granted();
        if (!StepMessage.isSettledByHand(exchange)) {
            runtime.beforeSettlement(exchange, attempt::end);
        }
        StepMessage.refuseInVain(exchange);
    }

    private Duration untilNextLook(Instant leaseEnd) {
        Duration remaining = Duration.between(runtime.clock().instant(), leaseEnd);
        Duration wait = remaining.compareTo(settings.recheck()) < 0 ? remaining : settings.recheck();
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private static DedupeClaim storeFailed(Throwable error) {
        throw new CompletionException(
                BridgeException.of(FailureCode.UNAVAILABLE,
                        "The dedupe store did not answer; the message is held and not passed on unchecked",
                        Failures.unwrapped(error)).withScope(FailureScope.TARGET));
    }

    /** Returns how many duplicates of messages that were taken care of were filtered. */
    @ManagedAttribute(description = "Duplicates that were filtered")
    public long getDuplicates() {
        return duplicates.sum();
    }

    /** Returns how often a duplicate of a message in progress was held. */
    @ManagedAttribute(description = "Times that a duplicate of a message in progress was held")
    public long getHeld() {
        return held.sum();
    }

    @Override
    public CamelContext getCamelContext() {
        return camelContext;
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }

    /** Returns what remembers the messages; null for the only DedupeStore in the registry, else one in memory. */
    public DedupeStore getStore() {
        return store;
    }

    public void setStore(DedupeStore store) {
        this.store = store;
    }

    /** Returns who must not see a message twice; empty for the id of the route that received it. */
    public String getScope() {
        return scope;
    }

    public void setScope(String scope) {
        this.scope = scope;
    }

    /**
     * Returns the simple expression that names the message; null for its dedup id, else its idempotency key, else its
     * id.
     */
    public String getKey() {
        return key;
    }

    public void setKey(String key) {
        this.key = key;
    }

    /** Returns how long an attempt that nobody hears of again keeps the message; longer than any run. */
    public Duration getLease() {
        return lease;
    }

    public void setLease(Duration lease) {
        this.lease = lease;
    }

    /** Returns how long a message that was taken care of is remembered. */
    public Duration getRetention() {
        return retention;
    }

    public void setRetention(Duration retention) {
        this.retention = retention;
    }

    /** Returns how soon a duplicate of a message in progress is looked at again. */
    public Duration getRecheck() {
        return recheck;
    }

    public void setRecheck(Duration recheck) {
        this.recheck = recheck;
    }

    /** Names what this step bound to a delivery: another step, or another part of the message, binds its own. */
    private record Bound(DedupeProcessor step, DedupeKey key) {
    }
}
