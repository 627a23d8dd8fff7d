package io.gobridge.camel.processors.tenant;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.failure.ConfigurationProblems;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Knows the tenants that its properties name, each as {@code active} or {@code disabled} and its limits:
 * {@code active, maxMessageBytes=65536, maxInFlight=10, maxRate=100}. Thread-safe once set.
 */
@Metadata(label = "bean", description = "The tenants that its properties name.",
          annotations = { "interfaceName=io.gobridge.camel.processors.tenant.TenantValidator" })
@Configurer(metadataOnly = true)
public final class StaticTenantValidator extends ServiceSupport implements TenantValidator {

    @Metadata(description = "Tenants by id, each as active or disabled and its limits: active, maxMessageBytes=65536, maxInFlight=10, maxRate=100.")
    private Map<String, String> tenants = new LinkedHashMap<>();

    private Map<String, Tenant> parsed = Map.of();

    /** Creates a validator that knows nobody until its tenants are set. */
    public StaticTenantValidator() {
        // Its option is set later.
    }

    /** Creates a validator that knows these. */
    public StaticTenantValidator(Map<String, Tenant> tenants) {
        this.parsed = Map.copyOf(tenants);
    }

    @Override
    public CompletionStage<Optional<Tenant>> find(String tenantId) {
        return CompletableFuture.completedFuture(Optional.ofNullable(parsed.get(tenantId)));
    }

    /** Reads what the properties say: Camel puts them into the map one by one. */
    @Override
    protected void doInit() throws Exception {
        super.doInit();
        if (!tenants.isEmpty()) {
            setTenants(tenants);
        }
    }

    public Map<String, String> getTenants() {
        return tenants;
    }

    /**
     * Sets the tenants.
     *
     * @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} naming every tenant that cannot be read
     */
    public void setTenants(Map<String, String> tenants) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Map<String, Tenant> read = new LinkedHashMap<>();
        tenants.forEach((id, text) -> TenantText.read(id, text, problems).ifPresent(tenant -> read.put(id, tenant)));
        problems.throwIfAny("Tenants");
        this.tenants = new LinkedHashMap<>(tenants);
        this.parsed = Map.copyOf(read);
    }
}
