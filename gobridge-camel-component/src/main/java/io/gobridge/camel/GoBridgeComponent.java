package io.gobridge.camel;

import java.util.Map;

import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;

/** Creates the endpoints of scheme {@code gobridge}. */
@Component("gobridge")
public class GoBridgeComponent extends HealthCheckComponent {

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        GoBridgeEndpoint endpoint = new GoBridgeEndpoint(uri, this);
        endpoint.setName(remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
