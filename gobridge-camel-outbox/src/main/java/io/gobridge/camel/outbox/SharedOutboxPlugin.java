package io.gobridge.camel.outbox;

import java.util.List;
import java.util.Set;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.ContextServicePlugin;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Found by every Camel runtime through the ServiceLoader: the routes of the outboxes in the registry start with those
 * of the user, and they stop to send before those do.
 */
public final class SharedOutboxPlugin implements ContextServicePlugin {

    private static final Logger LOG = LoggerFactory.getLogger(SharedOutboxPlugin.class);

    @Override
    public void load(CamelContext camelContext) {
        camelContext.addLifecycleStrategy(new LifecycleStrategySupport() {

            @Override
            public void onContextInitializing(CamelContext context) {
                outboxes(context).forEach(outbox -> {
                    outbox.setCamelContext(context);
                    outbox.start();
                });
            }

            @Override
            public void onContextStarted(CamelContext context) {
                List<String> entries = new OutboxReport(context).entries();
                if (!entries.isEmpty()) {
                    LOG.info("Messages are kept by {}", String.join("; ", entries));
                }
            }

            @Override
            public void onContextStopping(CamelContext context) {
                outboxes(context).forEach(SharedOutbox::stop);
            }
        });
    }

    private static Set<SharedOutbox> outboxes(CamelContext context) {
        return context.getRegistry().findByType(SharedOutbox.class);
    }
}
