package io.gobridge.example.tenants;

import java.time.Duration;
import java.util.Map;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.delivery.MemoryDedupeStore;
import io.gobridge.camel.processors.circuitbreaker.BreakerSettings;
import io.gobridge.camel.processors.circuitbreaker.CircuitBreakerProcessor;
import io.gobridge.camel.processors.dedupe.DedupeProcessor;
import io.gobridge.camel.processors.dedupe.DedupeSettings;
import io.gobridge.camel.processors.filter.FilterProcessor;
import io.gobridge.camel.processors.filter.FilterSettings;
import io.gobridge.camel.processors.tenant.Quota;
import io.gobridge.camel.processors.tenant.StaticTenantValidator;
import io.gobridge.camel.processors.tenant.Tenant;
import io.gobridge.camel.processors.tenant.TenantProcessor;
import io.gobridge.camel.processors.tenant.TenantSettings;
import io.gobridge.camel.processors.transform.Mapping;
import io.gobridge.camel.processors.transform.TransformProcessor;
import io.gobridge.camel.processors.transform.TransformSettings;
import io.gobridge.camel.routing.Binding;
import org.apache.camel.builder.RouteBuilder;

/** The bridge in Java; {@code routes/orders.yaml} is the same in YAML. */
public final class OrderRoutes extends RouteBuilder {

    @Override
    public void configure() {
        bindToRegistry("warehouse", new Binding("spring-rabbitmq:default?connectionFactory=#rabbit&routingKey=warehouse"));
        bindToRegistry("freight", new Binding("gobridge-memory:freight"));
        bindToRegistry("tenant", tenant());

        // A probe in vain is charged to the order that made it; an outage may take many.
        from("gobridge:orders?source=gobridge-memory:orders&deadLetter=#deadLetters&backoff.initial=200ms"
             + "&maxReplayAttempts=20").routeId("orders")
                .process(shape())
                // Before the quota, so that a duplicate does not use it up.
                .process(dedupe())
                .process("tenant")
                .process(heavy())
                // Last, so that it sees nothing but what the targets say.
                .process(breaker())
                // A failed send is the breaker's business at once.
                .to("gobridge:shipping?bindings=warehouse,freight&resolver=static&sendRetryBudget=0");
    }

    /** Moves the tenant to where its step looks for it, and gives the order the shape that the targets want. */
    private static TransformProcessor shape() {
        return new TransformProcessor(
                TransformSettings.of("shape", Mapping.of("header.x-tenant-id", "$.tenant").orFail(),
                        Mapping.of("order", "$.id").orFail(), Mapping.of("article", "$.article.name"),
                        Mapping.of("count", "$.article.count"), Mapping.of("kg", "$.weight.kg"))
                        .droppingUnmapped());
    }

    private static DedupeProcessor dedupe() {
        return new DedupeProcessor(DedupeSettings.DEFAULT.withRecheck(Duration.ofMillis(200)), new MemoryDedupeStore());
    }

    private static TenantProcessor tenant() {
        Tenant acme = new Tenant(true, Tenant.NO_LIMIT, new Quota(Tenant.NO_LIMIT, 2));
        TenantProcessor tenant = new TenantProcessor(TenantSettings.DEFAULT.requiringTenant());
        tenant.setValidator(new StaticTenantValidator(Map.of("acme", acme, "globex", Tenant.UNLIMITED)));
        return tenant;
    }

    private static FilterProcessor heavy() {
        return new FilterProcessor(FilterSettings.of("heavy", Condition.parse("$.kg > 100")).routingTo("freight"));
    }

    private static CircuitBreakerProcessor breaker() {
        return new CircuitBreakerProcessor(
                BreakerSettings.DEFAULT.withFailureThreshold(3).withProbes(1, 1)
                        .withResetTimeout(Duration.ofSeconds(1)).withPausedIntake());
    }
}
