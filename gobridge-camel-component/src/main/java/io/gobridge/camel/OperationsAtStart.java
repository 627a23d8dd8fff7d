package io.gobridge.camel;

import io.gobridge.camel.deadletter.DeadLetters;
import io.gobridge.camel.observe.DeadLetterRoutes;
import io.gobridge.camel.observe.ManagedDeadLetters;
import io.gobridge.camel.observe.OperationsKey;
import org.apache.camel.CamelContext;
import org.apache.camel.ExtendedStartupListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Offers the operations on dead letters when the user's routes are started, and everything is in the registry. */
final class OperationsAtStart implements ExtendedStartupListener {

    private static final Logger LOG = LoggerFactory.getLogger(OperationsAtStart.class);

    private static final String SERVER = "platform-http";

    private final GoBridgeComponent component;
    private boolean isOffered;

    OperationsAtStart(GoBridgeComponent component) {
        this.component = component;
    }

    /** Camel calls this alone when it runs already. */
    @Override
    public void onCamelContextStarted(CamelContext context, boolean alreadyStarted) throws Exception {
        if (alreadyStarted) {
            offer(context);
        }
    }

    @Override
    public void onCamelContextFullyStarted(CamelContext context, boolean alreadyStarted) throws Exception {
        offer(context);
    }

    private void offer(CamelContext context) throws Exception {
        if (isOffered) {
            return;
        }
        isOffered = true;
        boolean hasKey = component.getApiKey() != null && !component.getApiKey().isBlank();
        DeadLetters deadLetters = component.deadLetters().orElse(null);
        if (deadLetters == null) {
            if (hasKey) {
                LOG.warn("apiKey is set, but there is not exactly one DeadLetterArchive in the registry: dead letters"
                         + " cannot be operated on");
            }
            return;
        }
        new ManagedDeadLetters(deadLetters).register(context);
        if (!hasKey) {
            return;
        }
        if (context.getComponent(SERVER, true, false) == null) {
            LOG.warn("apiKey is set, but camel-{} is not on the class path: dead letters are not offered over HTTP."
                     + " Add camel-platform-http-main, -vertx or your runtime's own",
                    SERVER);
            return;
        }
        context.addRoutes(new DeadLetterRoutes(deadLetters, new OperationsKey(component.getApiKey().strip())));
    }
}
