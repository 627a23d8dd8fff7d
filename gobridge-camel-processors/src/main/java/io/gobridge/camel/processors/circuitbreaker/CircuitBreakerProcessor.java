package io.gobridge.camel.processors.circuitbreaker;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import io.gobridge.camel.exchange.StepMessage;
import io.gobridge.camel.exchange.StepRuntime;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.AsyncProcessorSupport;

/**
 * A circuit breaker around everything behind it in the route, the dispatch included. While it is open, messages fail as
 * {@code UNAVAILABLE} and are held by their source without being charged. Thread-safe once started; a bean that is used
 * by several routes is one breaker for all of them.
 */
@UriParams
@Metadata(label = "bean",
          description = "Circuit breaker around everything behind it in the route, the dispatch included.",
          annotations = { "interfaceName=org.apache.camel.Processor" })
@Configurer(metadataOnly = true)
public final class CircuitBreakerProcessor extends AsyncProcessorSupport implements CamelContextAware {

    /** Raised by steps about the message or its tenant: what is behind may be in best health. */
    private static final Set<FailureCode> OF_STEPS
            = EnumSet.of(FailureCode.TENANT_QUOTA_EXCEEDED, FailureCode.DUPLICATE_IN_PROGRESS);

    private final String probeProperty = "CamelGoBridgeProbe-" + Integer.toHexString(System.identityHashCode(this));
    private CamelContext camelContext;
    private StepRuntime runtime;
    private BreakerKey keyOf;
    private Breakers breakers;

    @Metadata(defaultValue = "circuitbreaker",
              description = "Names the step in metrics.")
    private String stepName = "circuitbreaker";
    @UriParam(defaultValue = "5")
    @Metadata(defaultValue = "5",
              description = "Countable failures without a success between them that open the breaker, 1 to 10 000.")
    private int failureThreshold = BreakerSettings.DEFAULT.failureThreshold();
    @UriParam(defaultValue = "30s", javaType = "java.time.Duration")
    @Metadata(defaultValue = "30s", javaType = "java.time.Duration",
              description = "How long the breaker stays open before probes may pass.")
    private Duration resetTimeout = BreakerSettings.DEFAULT.resetTimeout();
    @UriParam(defaultValue = "1")
    @Metadata(defaultValue = "1",
              description = "Messages that may find out at once whether the breaker can close.")
    private int halfOpenMaxProbes = BreakerSettings.DEFAULT.halfOpenMaxProbes();
    @UriParam(defaultValue = "2")
    @Metadata(defaultValue = "2",
              description = "Probes that have to succeed before the breaker closes.")
    private int successThreshold = BreakerSettings.DEFAULT.successThreshold();
    @UriParam(defaultValue = "global")
    @Metadata(defaultValue = "global",
              description = "What has a breaker of its own: global, subject or header.name.")
    private String key = BreakerSettings.DEFAULT.key().toString();
    @UriParam(defaultValue = "false")
    @Metadata(defaultValue = "false",
              description = "Whether the gobridge consumer takes no deliveries while the breaker is open; only with key=global.")
    private boolean pauseIntake;
    @UriParam(label = "advanced")
    @Metadata(label = "advanced",
              description = "Chooses the failures that count. Default: transient ones, except a tenant's quota and a duplicate in progress.")
    private Predicate<BridgeException> countable = CircuitBreakerProcessor::isTargetInTrouble;

    /** Creates a step with {@link BreakerSettings#DEFAULT}. */
    public CircuitBreakerProcessor() {
        // Its options are set one by one.
    }

    /** Creates a step with these settings. */
    public CircuitBreakerProcessor(BreakerSettings settings) {
        this.failureThreshold = settings.failureThreshold();
        this.resetTimeout = settings.resetTimeout();
        this.halfOpenMaxProbes = settings.halfOpenMaxProbes();
        this.successThreshold = settings.successThreshold();
        this.key = settings.key().toString();
        this.pauseIntake = settings.pausesIntake();
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        runtime = StepRuntime.of(camelContext);
        BreakerSettings settings = settings();
        keyOf = settings.key();
        breakers = new Breakers(
                BreakerRules.of(settings, countable, runtime.clock(),
                        MicrometerBreakerMeter.find(camelContext, stepName)));
    }

    private BreakerSettings settings() {
        return new BreakerSettings(
                failureThreshold, resetTimeout, halfOpenMaxProbes, successThreshold, BreakerKey.of(key), pauseIntake);
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            StepMessage.refuseInVain(exchange);
            breakers.of(keyOf.of(exchange)).ifPresent(breaker -> pass(exchange, breaker));
        } catch (RuntimeException | Error e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    private void pass(Exchange exchange, Breaker breaker) {
        Optional<Pass> pass = breaker.pass();
        if (pass.isEmpty()) {
            if (breaker.isProbing(exchange.getProperty(probeProperty))) {
                return;
            }
            throw breaker.refusal();
        }
        if (pass.get().isProbe()) {
            // A loop, or a part of a split, comes here again before its own probe is over.
            exchange.setProperty(probeProperty, pass.get());
        }
        runtime.atRunEnd(exchange, pass.get());
    }

    /** Tells whether a failure is one that may pass by itself, and not one that another step raised. */
    private static boolean isTargetInTrouble(BridgeException failure) {
        return failure.kind() == FailureKind.TRANSIENT && !OF_STEPS.contains(failure.code());
    }

    /** Returns the state of the breaker of a key: {@code ""} with {@code key=global}. */
    public BreakerState stateOf(String keyValue) {
        return breakers.of(keyValue).map(Breaker::state).orElse(BreakerState.CLOSED);
    }

    /** Returns how many keys have a breaker now. */
    public int size() {
        return breakers.size();
    }

    @Override
    public CamelContext getCamelContext() {
        return camelContext;
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }

    /** Returns the name of the step in metrics. */
    public String getStepName() {
        return stepName;
    }

    public void setStepName(String stepName) {
        this.stepName = stepName;
    }

    /** Returns how many countable failures without a success between them open the breaker, 1 to 10 000. */
    public int getFailureThreshold() {
        return failureThreshold;
    }

    public void setFailureThreshold(int failureThreshold) {
        this.failureThreshold = failureThreshold;
    }

    /** Returns how long the breaker stays open before probes may pass. */
    public Duration getResetTimeout() {
        return resetTimeout;
    }

    public void setResetTimeout(Duration resetTimeout) {
        this.resetTimeout = resetTimeout;
    }

    /** Returns how many messages may find out at once whether the breaker can close. */
    public int getHalfOpenMaxProbes() {
        return halfOpenMaxProbes;
    }

    public void setHalfOpenMaxProbes(int halfOpenMaxProbes) {
        this.halfOpenMaxProbes = halfOpenMaxProbes;
    }

    /** Returns how many probes have to succeed before the breaker closes. */
    public int getSuccessThreshold() {
        return successThreshold;
    }

    public void setSuccessThreshold(int successThreshold) {
        this.successThreshold = successThreshold;
    }

    /** Returns what has a breaker of its own: global, subject or header.name. */
    public String getKey() {
        return key;
    }

    public void setKey(String key) {
        this.key = key;
    }

    /** Tells whether the gobridge consumer takes no deliveries while the breaker is open; only with key=global. */
    public boolean isPauseIntake() {
        return pauseIntake;
    }

    public void setPauseIntake(boolean pauseIntake) {
        this.pauseIntake = pauseIntake;
    }

    /**
     * Returns what chooses the failures that count; by default transient ones, except a tenant's quota and a duplicate
     * in progress.
     */
    public Predicate<BridgeException> getCountable() {
        return countable;
    }

    public void setCountable(Predicate<BridgeException> countable) {
        this.countable = countable;
    }
}
