package io.gobridge.camel;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.gobridge.camel.deadletter.DeadLetterArchive;
import io.gobridge.camel.deadletter.DeadLetters;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.Endpoint;
import org.apache.camel.PropertyBindingException;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.util.PropertiesHelper;

/** Creates the endpoints of scheme {@code gobridge} and owns what the bridges of one CamelContext share. */
@Component("gobridge")
public class GoBridgeComponent extends HealthCheckComponent {

    @Metadata(description = "Name of this bridge in the path of messages. Default is the name of the CamelContext.")
    private String bridgeId;
    @Metadata(defaultValue = "16",
              description = "Most bridges that a message may have gone through when it arrives; beyond it the message is a dead letter of category loop. 0 keeps two bridges between the same two brokers from sending everything back.")
    private int maxHops = 16;
    @Metadata(defaultValue = "16", description = "Most threads that run one route; never more than its maxInFlight.")
    private int workers = 16;
    @Metadata(defaultValue = "false", description = "Check every route at start and take no message.")
    private boolean dryRun;
    @Metadata(label = "advanced", description = "Defaults for the receiving side of every endpoint.")
    private SourceConfiguration receiving = new SourceConfiguration();
    @Metadata(label = "advanced", description = "Defaults for the sending side of every endpoint.")
    private TargetConfiguration sending = new TargetConfiguration();
    @Metadata(label = "advanced", description = "Defaults for retries and endings of every endpoint.")
    private PolicyConfiguration policy = new PolicyConfiguration();

    @Metadata(label = "security", secret = true,
              description = "What who operates the bridge over HTTP has to send as Authorization: Bearer. Without it nothing is offered at /gobridge/dead-letters.")
    private String apiKey;

    private BridgeRuntime runtime;
    private DeadLetters deadLetters;

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        GoBridgeEndpoint endpoint = new GoBridgeEndpoint(uri, this);
        endpoint.setName(remaining);
        endpoint.getReceiving().setSourceOptions(PropertiesHelper.extractProperties(parameters, "source."));
        endpoint.getSending().setTargetOptions(PropertiesHelper.extractProperties(parameters, "target."));
        Map<String, Object> backoff = PropertiesHelper.extractProperties(parameters, "backoff.");
        if (!backoff.isEmpty()) {
            endpoint.getPolicy().setBackoff(backoff);
        }
        try {
            setProperties(endpoint, parameters);
        } catch (PropertyBindingException e) {
            throw refused(endpoint, e);
        }
        return endpoint;
    }

    /** Camel says which option it cannot set, but not what is allowed. */
    private BridgeException refused(GoBridgeEndpoint endpoint, PropertyBindingException cause) {
        Class<?> type = getEndpointPropertyConfigurer() instanceof PropertyConfigurerGetter getter
                ? getter.getOptionType(cause.getPropertyName(), true)
                : Object.class;
        return BridgeException.of(FailureCode.INVALID_CONFIG, "Endpoint " + endpoint + " cannot be created: "
                                                              + cause.getPropertyName() + "=" + cause.getValue() + ": "
                                                              + allowed(type, cause.getValue()),
                cause);
    }

    private static String allowed(Class<?> type, Object value) {
        if (value instanceof String text && text.startsWith("#")) {
            return "there is no such bean in the registry";
        }
        if (type != null && type.isEnum()) {
            return Stream.of(type.getEnumConstants()).map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", ", "allowed are ", ""));
        }
        return long.class == type ? "must be a duration such as 500ms or 30s" : "cannot be set";
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        runtime();
        getCamelContext().addStartupListener(new OperationsAtStart(this));
    }

    @Override
    protected void doShutdown() throws Exception {
        if (runtime != null) {
            runtime.close();
            runtime = null;
            deadLetters = null;
        }
        super.doShutdown();
    }

    synchronized BridgeRuntime runtime() {
        if (runtime == null) {
            runtime = new BridgeRuntime(getCamelContext());
        }
        return runtime;
    }

    /**
     * Returns the operations on dead letters: list, get, redrive, delete. Empty unless exactly one
     * {@link DeadLetterArchive} is in the registry.
     */
    public synchronized Optional<DeadLetters> deadLetters() {
        DeadLetterArchive archive = CamelContextHelper.findSingleByType(getCamelContext(), DeadLetterArchive.class);
        if (deadLetters == null && archive != null) {
            BridgeRuntime shared = runtime();
            deadLetters = new DeadLetters(
                    archive, new ContextRedriver(getCamelContext(), shared), shared.scheduler().clock(), shared.random());
        }
        return Optional.ofNullable(deadLetters);
    }

    /** Returns the name of this bridge, the context's name unless it was set. */
    public String getBridgeId() {
        return bridgeId == null ? getCamelContext().getName() : bridgeId;
    }

    public void setBridgeId(String bridgeId) {
        this.bridgeId = bridgeId;
    }

    /** Returns the most bridges that a message may go through. */
    public int getMaxHops() {
        return maxHops;
    }

    public void setMaxHops(int maxHops) {
        this.maxHops = maxHops;
    }

    /** Returns the most threads that run one route. */
    public int getWorkers() {
        return workers;
    }

    public void setWorkers(int workers) {
        this.workers = workers;
    }

    /** Tells whether routes are only checked. */
    public boolean isDryRun() {
        return dryRun;
    }

    public void setDryRun(boolean dryRun) {
        this.dryRun = dryRun;
    }

    /** Returns the defaults of the receiving side. */
    public SourceConfiguration getReceiving() {
        return receiving;
    }

    public void setReceiving(SourceConfiguration receiving) {
        this.receiving = receiving;
    }

    /** Returns the defaults of the sending side. */
    public TargetConfiguration getSending() {
        return sending;
    }

    public void setSending(TargetConfiguration sending) {
        this.sending = sending;
    }

    /** Returns the defaults for retries and endings. */
    public PolicyConfiguration getPolicy() {
        return policy;
    }

    public void setPolicy(PolicyConfiguration policy) {
        this.policy = policy;
    }

    /** Returns the key of those who operate the bridge over HTTP; null when nothing is offered there. */
    public String getApiKey() {
        return apiKey;
    }

    public void setApiKey(String apiKey) {
        this.apiKey = apiKey;
    }
}
