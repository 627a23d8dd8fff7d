package io.gobridge.camel.processors;

import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.processors.circuitbreaker.BreakerSettings;
import io.gobridge.camel.processors.circuitbreaker.CircuitBreakerProcessor;
import io.gobridge.camel.processors.dedupe.DedupeProcessor;
import io.gobridge.camel.processors.tenant.StaticTenantValidator;
import io.gobridge.camel.processors.tenant.TenantProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The same steps in each language of Camel, in routes without gobridge. */
class StepDslTest {

    private static final String YAML_BEANS = """
            - beans:
                - name: tenants
                  type: io.gobridge.camel.processors.tenant.StaticTenantValidator
                  properties:
                    tenants.acme: "active, maxMessageBytes=1000"
                - name: tenant
                  type: io.gobridge.camel.processors.tenant.TenantProcessor
                  properties:
                    requireTenant: true
                    rateWindow: 10s
                    validator: "#tenants"
                - name: dedupe
                  type: io.gobridge.camel.processors.dedupe.DedupeProcessor
                  properties:
                    key: "${header.orderId}"
                    lease: 2m
                - name: breaker
                  type: io.gobridge.camel.processors.circuitbreaker.CircuitBreakerProcessor
                  properties:
                    failureThreshold: 2
                    resetTimeout: 10s
            - route:
                from:
                  uri: direct:plain
                  steps:
                    - process:
                        ref: tenant
                    - process:
                        ref: dedupe
                    - process:
                        ref: breaker
                    - to: direct:target
            """;

    private static final String XML_BEANS = """
            <camel>
              <bean name="tenants" type="io.gobridge.camel.processors.tenant.StaticTenantValidator">
                <properties><property key="tenants.acme" value="active, maxMessageBytes=1000"/></properties>
              </bean>
              <bean name="tenant" type="io.gobridge.camel.processors.tenant.TenantProcessor">
                <properties>
                  <property key="requireTenant" value="true"/>
                  <property key="validator" value="#tenants"/>
                </properties>
              </bean>
              <bean name="dedupe" type="io.gobridge.camel.processors.dedupe.DedupeProcessor">
                <properties><property key="key" value="${header.orderId}"/></properties>
              </bean>
              <bean name="breaker" type="io.gobridge.camel.processors.circuitbreaker.CircuitBreakerProcessor">
                <properties>
                  <property key="failureThreshold" value="2"/>
                  <property key="resetTimeout" value="10s"/>
                </properties>
              </bean>
              <route>
                <from uri="direct:plain"/>
                <process ref="tenant"/>
                <process ref="dedupe"/>
                <process ref="breaker"/>
                <to uri="direct:target"/>
              </route>
            </camel>
            """;

    private static final String YAML_ENDPOINTS = """
            - route:
                from:
                  uri: direct:plain
                  steps:
                    - to:
                        uri: gobridge-tenant:orders
                        parameters:
                          requireTenant: true
                          validator: "#tenants"
                    - to: gobridge-dedupe:orders?key=${header.orderId}&retention=2h
                    - to: gobridge-breaker:plant?failureThreshold=2&resetTimeout=10s
                    - to: direct:target
            """;

    private static final String XML_ENDPOINTS = """
            <route>
              <from uri="direct:plain"/>
              <to uri="gobridge-tenant:orders?requireTenant=true&amp;validator=#tenants"/>
              <to uri="gobridge-dedupe:orders?key=${header.orderId}&amp;retention=2h"/>
              <to uri="gobridge-breaker:plant?failureThreshold=2&amp;resetTimeout=10s"/>
              <to uri="direct:target"/>
            </route>
            """;

    private final StepBridge bridge = new StepBridge();
    private boolean isDown;
    private int arrived;

    @BeforeEach
    void start() {
        bridge.start(routes -> routes.from("direct:target").errorHandler(routes.noErrorHandler()).process(exchange -> {
            if (isDown) {
                throw BridgeException.of(FailureCode.TIMEOUT, "The target is down");
            }
            arrived++;
        }));
    }

    @AfterEach
    void stop() {
        bridge.close();
    }

    private void load(String file, String text) throws Exception {
        Resource resource = ResourceHelper.fromBytes(file, text.getBytes(StandardCharsets.UTF_8));
        PluginHelper.getRoutesLoader(bridge.context()).loadRoutes(resource);
    }

    private FailureCode send(Object tenant, Object order) {
        Map<String, Object> headers = new HashMap<>();
        headers.put("x-tenant-id", tenant);
        headers.put("orderId", order);
        Exchange sent = bridge.context().createProducerTemplate().send("direct:plain",
                exchange -> exchange.getMessage().setHeaders(headers));
        return sent.getException() == null ? null : sent.getException(BridgeException.class).code();
    }

    private void assertStepsWork() {
        Map<String, FailureCode> codes = new LinkedHashMap<>();
        codes.put("stranger", send("stranger", 1));
        codes.put("first", send("acme", 1));
        codes.put("again", send("acme", 1));
        isDown = true;
        codes.put("down", send("acme", 2));
        codes.put("still down", send("acme", 2));
        isDown = false;
        codes.put("open", send("acme", 2));

        assertThat(codes).containsExactly(Map.entry("stranger", FailureCode.INVALID_PAYLOAD), entry("first", null),
                Map.entry("again", FailureCode.MESSAGE_DUPLICATE), Map.entry("down", FailureCode.TIMEOUT),
                Map.entry("still down", FailureCode.TIMEOUT), Map.entry("open", FailureCode.UNAVAILABLE));
        assertThat(arrived).isEqualTo(1);
    }

    private static Map.Entry<String, FailureCode> entry(String name, FailureCode code) {
        return new AbstractMap.SimpleEntry<>(name, code);
    }

    @Test
    void shouldWorkInJava() {
        TenantProcessor tenant = new TenantProcessor();
        tenant.setRequireTenant(true);
        tenant.setValidator(tenants());
        DedupeProcessor dedupe = new DedupeProcessor();
        dedupe.setKey("${header.orderId}");

        bridge.start(routes -> routes.from("direct:plain").process(tenant).process(dedupe)
                .process(new CircuitBreakerProcessor(BreakerSettings.DEFAULT.withFailureThreshold(2))).to("direct:target"));

        assertStepsWork();
    }

    private static StaticTenantValidator tenants() {
        StaticTenantValidator tenants = new StaticTenantValidator();
        tenants.setTenants(Map.of("acme", "active"));
        return tenants;
    }

    @Test
    void shouldWorkAsBeansInYaml() throws Exception {
        load("beans.yaml", YAML_BEANS);

        assertStepsWork();
    }

    @Test
    void shouldWorkAsBeansInXml() throws Exception {
        load("beans.xml", XML_BEANS);

        assertStepsWork();
    }

    @Test
    void shouldWorkAsEndpointsInYaml() throws Exception {
        bridge.bind("tenants", tenants());

        load("endpoints.yaml", YAML_ENDPOINTS);

        assertStepsWork();
    }

    @Test
    void shouldWorkAsEndpointsInXml() throws Exception {
        bridge.bind("tenants", tenants());

        load("endpoints.xml", XML_ENDPOINTS);

        assertStepsWork();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "gobridge-breaker:x?failureThreshold=-1", "gobridge-breaker:x?key=plant",
            "gobridge-breaker:x?pauseIntake=true&key=subject", "gobridge-dedupe:x?lease=0", "gobridge-tenant:x?maxRate=-1",
            "gobridge-tenant:x?rateWindow=0s" })
    void shouldRefuseBadOptionsAtTheStartOfTheRoute(String uri) {
        ThrowingCallable start = () -> bridge.start(routes -> routes.from("direct:plain").to(uri));

        assertThatThrownBy(start).hasStackTraceContaining("BridgeException").hasStackTraceContaining("cannot start");
    }
}
