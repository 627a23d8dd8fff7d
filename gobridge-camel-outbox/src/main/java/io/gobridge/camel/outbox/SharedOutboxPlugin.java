package io.gobridge.camel.outbox;

import java.util.List;
import java.util.Set;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.ContextServicePlugin;
import org.apache.camel.spi.RouteStartupOrder;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Found by every Camel runtime through the ServiceLoader: the routes of the outboxes in the registry start with those
 * of the user. When the context stops,
 *
 * <ol>
 * <li>the routes of the user take no more, what runs in them is settled, and the rest goes back to its source
 * <li>the outboxes end their sends, tell the database, and give their leases back
 * <li>the routes of the outboxes stop with all else
 * </ol>
 */
public final class SharedOutboxPlugin implements ContextServicePlugin {

    private static final Logger LOG = LoggerFactory.getLogger(SharedOutboxPlugin.class);

    @Override
    public void load(CamelContext camelContext) {
        camelContext.addLifecycleStrategy(new LifecycleStrategySupport() {

            @Override
            public void onContextInitializing(CamelContext context) {
                context.getRegistry().findByType(DatabaseBean.class).forEach(bean -> bean.startIn(context));
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
                List<SharedOutbox> running = outboxes(context).stream().filter(SharedOutbox::isRunning).toList();
                if (!running.isEmpty()) {
                    stopRoutesOfUser(context, running);
                    running.forEach(SharedOutbox::stop);
                }
            }
        });
    }

    /** Camel would stop all routes in one go, and those of the outboxes before the sends have ended. */
    private static void stopRoutesOfUser(CamelContext context, List<SharedOutbox> running) {
        List<RouteStartupOrder> routes = context.getCamelContextExtension().getRouteStartupOrder().stream()
                .filter(order -> running.stream().noneMatch(outbox -> outbox.owns(order.getRoute().getRouteId())))
                .toList();
        try {
            context.getShutdownStrategy().shutdown(context, routes);
        } catch (Exception e) {
            LOG.warn("The routes did not stop before the outboxes: {}; what still runs in them is held by its source",
                    e.getMessage());
            LOG.debug("Why the routes did not stop before the outboxes", e);
        }
    }

    private static Set<SharedOutbox> outboxes(CamelContext context) {
        return context.getRegistry().findByType(SharedOutbox.class);
    }
}
