package io.gobridge.camel.transport.memory;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** Creates {@code gobridge-memory:} endpoints and owns their queues: two CamelContexts do not see each other's. */
@Component("gobridge-memory")
public class MemoryComponent extends DefaultComponent {

    private final Map<String, MemoryQueue> queues = new ConcurrentHashMap<>();

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        MemoryEndpoint endpoint = new MemoryEndpoint(uri, this);
        endpoint.setName(remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }

    MemoryQueue queue(String name, int capacity) {
        return queues.computeIfAbsent(name, key -> new MemoryQueue(key, capacity));
    }
}
