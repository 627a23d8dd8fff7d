package io.gobridge.camel.processors.tenant;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;

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
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the tenant of a message: that it is named, known and active, that the message is not too large for it, and
 * that it is within its quotas. A message over quota fails as {@code TENANT_QUOTA_EXCEEDED} and is held by its source
 * without being charged. Thread-safe once started.
 */
@UriParams
@Metadata(label = "bean", description = "Checks the tenant of a message and what it may use.",
          annotations = { "interfaceName=org.apache.camel.Processor" })
@Configurer(metadataOnly = true)
@ManagedResource(description = "gobridge tenant")
public final class TenantProcessor extends AsyncProcessorSupport implements CamelContextAware {

    private static final Logger LOG = LoggerFactory.getLogger(TenantProcessor.class);

    private final LongAdder usageErrors = new LongAdder();
    private final LongAdder overQuota = new LongAdder();
    private CamelContext camelContext;
    private StepRuntime runtime;
    private TenantSettings settings;
    private TenantValidator usedValidator;
    private TenantUsage usedUsage;

    @UriParam(defaultValue = "x-tenant-id")
    @Metadata(defaultValue = "x-tenant-id",
              description = "The header that names the tenant, in any letter case.")
    private String header = TenantSettings.DEFAULT.header();
    @UriParam(defaultValue = "false")
    @Metadata(defaultValue = "false",
              description = "Whether a message without a tenant is rejected; else it passes unchecked.")
    private boolean requireTenant;
    @UriParam(defaultValue = "0")
    @Metadata(defaultValue = "0",
              description = "Most unsettled deliveries of each tenant, beside its own limit; 0 is none.")
    private long maxInFlight;
    @UriParam(defaultValue = "0")
    @Metadata(defaultValue = "0",
              description = "Most messages of each tenant in a time window, beside its own limit; 0 is none.")
    private long maxRate;
    @UriParam(defaultValue = "1s", javaType = "java.time.Duration")
    @Metadata(defaultValue = "1s", javaType = "java.time.Duration",
              description = "The time window of maxRate, where the usage is counted in memory.")
    private Duration rateWindow = TenantSettings.DEFAULT.rateWindow();
    @UriParam
    @Metadata(description = "What knows the tenants. Default is the only TenantValidator in the registry, else every tenant is known.")
    private TenantValidator validator;
    @UriParam
    @Metadata(description = "What counts their usage. Default is the only TenantUsage in the registry, else this process counts.")
    private TenantUsage usage;

    /** Creates a step with {@link TenantSettings#DEFAULT}. */
    public TenantProcessor() {
        // Its options are set one by one.
    }

    /** Creates a step with these settings. */
    public TenantProcessor(TenantSettings settings) {
        this.header = settings.header();
        this.requireTenant = settings.requiresTenant();
        this.maxInFlight = settings.maxInFlight();
        this.maxRate = settings.maxRate();
        this.rateWindow = settings.rateWindow();
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        settings = new TenantSettings(header, requireTenant, maxInFlight, maxRate, rateWindow);
        runtime = StepRuntime.of(camelContext);
        usedValidator = port(validator, TenantValidator.class)
                .orElse(tenantId -> CompletableFuture.completedFuture(Optional.of(Tenant.UNLIMITED)));
        usedUsage = port(usage, TenantUsage.class).orElseGet(() -> new MemoryTenantUsage(runtime.clock(), rateWindow));
        // A port may be a Camel service, and as a bean nobody else starts it.
        ServiceHelper.initService(usedValidator, usedUsage);
    }

    private <T> Optional<T> port(T option, Class<T> type) {
        return Optional.ofNullable(option)
                .or(() -> Optional.ofNullable(CamelContextHelper.findSingleByType(camelContext, type)));
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        CompletionStage<Void> checked;
        try {
            StepMessage.refuseInVain(exchange);
            checked = TenantId.of(exchange.getMessage().getHeader(settings.header())).map(id -> check(exchange, id))
                    .orElseGet(this::withoutTenant);
        } catch (RuntimeException | Error e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
        return StepMessage.goOn(exchange, checked, passed -> StepMessage.refuseInVain(exchange), callback);
    }

    private CompletionStage<Void> withoutTenant() {
        return settings.requiresTenant()
                ? CompletableFuture.failedFuture(Refusal.MISSING_REQUIRED.failure())
                : CompletableFuture.completedFuture(null);
    }

    private CompletionStage<Void> check(Exchange exchange, String tenantId) {
        return usedValidator.find(tenantId).exceptionally(TenantProcessor::validatorFailed)
                .thenCompose(found -> admit(exchange, tenantId, found.orElseThrow(Refusal.UNKNOWN::failure)));
    }

    private CompletionStage<Void> admit(Exchange exchange, String tenantId, Tenant tenant) {
        if (!tenant.isActive()) {
            throw Refusal.DISABLED.failure();
        }
        if (tenant.maxMessageBytes() != Tenant.NO_LIMIT && MessageSize.of(exchange) > tenant.maxMessageBytes()) {
            throw Refusal.OVERSIZE.failure();
        }
        Occupancy occupancy = runtime.untilDeliveryEnd(exchange, new Bound(this, tenantId),
                () -> new Occupancy(usedUsage, tenantId));
        if (occupancy.isCounted()) {
            return CompletableFuture.completedFuture(null);
        }
        return begin(tenantId, tenant.quota().and(settings.quota()))
                .thenAccept(answer -> answer.ifPresent(admission -> admitted(occupancy, admission)));
    }

    /** Returns what the usage answers; empty when it cannot, for a count that is down must not stop the messages. */
    private CompletionStage<Optional<Admission>> begin(String tenantId, Quota quota) {
        CompletionStage<Admission> answer;
        try {
            answer = usedUsage.begin(tenantId, quota);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.handle((admission, error) -> {
            if (error != null) {
                usageErrors.increment();
                LOG.warn("The usage of a tenant could not be read; the message passes", error);
            }
            return Optional.ofNullable(admission);
        });
    }

    private void admitted(Occupancy occupancy, Admission admission) {
        if (admission instanceof Admission.Admitted) {
            occupancy.counted();
            return;
        }
        overQuota.increment();
        BridgeException failure = BridgeException.of(FailureCode.TENANT_QUOTA_EXCEEDED,
                "The tenant has used up its quota; the message is held");
        throw admission instanceof Admission.RateExceeded rate ? failure.withRetryAfter(rate.until()) : failure;
    }

    private static Optional<Tenant> validatorFailed(Throwable error) {
        throw new CompletionException(
                BridgeException.of(FailureCode.UNAVAILABLE,
                        "The tenants could not be read; the message is held and not passed on unchecked",
                        Failures.unwrapped(error)).withScope(FailureScope.TARGET));
    }

    /** Returns how often the usage could not be read, so that a message passed unchecked. */
    @ManagedAttribute(description = "Messages that passed since the usage of their tenant could not be read")
    public long getUsageErrors() {
        return usageErrors.sum();
    }

    /** Returns how often a message was over its tenant's quota. */
    @ManagedAttribute(description = "Times that a message was over its tenant's quota")
    public long getOverQuota() {
        return overQuota.sum();
    }

    @Override
    public CamelContext getCamelContext() {
        return camelContext;
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }

    /** Returns the header that names the tenant, in any letter case. */
    public String getHeader() {
        return header;
    }

    public void setHeader(String header) {
        this.header = header;
    }

    /** Tells whether a message without a tenant is rejected; else it passes unchecked. */
    public boolean isRequireTenant() {
        return requireTenant;
    }

    public void setRequireTenant(boolean requireTenant) {
        this.requireTenant = requireTenant;
    }

    /** Returns the most unsettled deliveries of each tenant, beside its own limit; 0 is none. */
    public long getMaxInFlight() {
        return maxInFlight;
    }

    public void setMaxInFlight(long maxInFlight) {
        this.maxInFlight = maxInFlight;
    }

    /** Returns the most messages of each tenant in a time window, beside its own limit; 0 is none. */
    public long getMaxRate() {
        return maxRate;
    }

    public void setMaxRate(long maxRate) {
        this.maxRate = maxRate;
    }

    /** Returns the time window of {@code maxRate}, where the usage is counted in memory. */
    public Duration getRateWindow() {
        return rateWindow;
    }

    public void setRateWindow(Duration rateWindow) {
        this.rateWindow = rateWindow;
    }

    /**
     * Returns what knows the tenants; null for the only TenantValidator in the registry, else every tenant is known.
     */
    public TenantValidator getValidator() {
        return validator;
    }

    public void setValidator(TenantValidator validator) {
        this.validator = validator;
    }

    /** Returns what counts their usage; null for the only TenantUsage in the registry, else this process counts. */
    public TenantUsage getUsage() {
        return usage;
    }

    public void setUsage(TenantUsage usage) {
        this.usage = usage;
    }

    /** Names what this step bound to a delivery: another step, or another tenant's part of it, binds its own. */
    private record Bound(TenantProcessor step, String tenantId) {
    }
}
