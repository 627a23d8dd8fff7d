package io.gobridge.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryPolicy;
import io.gobridge.camel.delivery.Disposal;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.Sender;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.support.CamelContextHelper;

/** What a consumer receives with, checked: its receiver, policy, dead-letter store and order. */
final class ReceivingSide implements AutoCloseable {

    private final GoBridgeEndpoint endpoint;
    private final CamelContext context;
    private final BridgeRuntime runtime;
    private final ConfigurationProblems problems;
    private final List<Runnable> releases = new ArrayList<>();
    private final List<String> overrides = new ArrayList<>();

    private final DeliveryPolicy policy;
    private final DeadLetterStore deadLetters;
    private final Receiver receiver;
    private final Function<Delivery, String> orderKey;

    /** Prepares the side; what is wrong is added to the problems, and then the side must be closed and not used. */
    ReceivingSide(GoBridgeEndpoint endpoint, ConfigurationProblems problems) {
        this.endpoint = endpoint;
        this.context = endpoint.getCamelContext();
        this.runtime = endpoint.getComponent().runtime();
        this.problems = problems;
        SourceConfiguration options = endpoint.getReceiving();
        problems.require(options.getMaxInFlight() >= 1, "maxInFlight", options.getMaxInFlight(), "must be at least 1");
        problems.require(endpoint.getComponent().getWorkers() >= 1, "workers", endpoint.getComponent().getWorkers(),
                "must be at least 1");
        problems.require(endpoint.getComponent().getMaxHops() >= 0, "maxHops", endpoint.getComponent().getMaxHops(),
                "must not be negative; 0 takes no message that came through a bridge");
        this.policy = new Policies(context, problems).read(endpoint.getPolicy());
        this.deadLetters = deadLetterStore().orElse(null);
        this.receiver = receiver(options).orElse(null);
        this.orderKey = OrderKeys.of(context, options.getOrderBy(), problems);
        checkDeadLetters();
    }

    DeliveryPolicy policy() {
        return policy;
    }

    /** Returns the store; one that refuses when the policy needs none. */
    DeadLetterStore deadLetters() {
        return deadLetters != null ? deadLetters : entry -> {
            throw new IllegalStateException("The policy keeps no dead letters");
        };
    }

    Receiver receiver() {
        return receiver;
    }

    Function<Delivery, String> orderKey() {
        return orderKey;
    }

    List<String> overrides() {
        return overrides;
    }

    @Override
    public void close() {
        releases.forEach(Runnable::run);
        releases.clear();
    }

    private Optional<Receiver> receiver(SourceConfiguration options) {
        if (options.getSource() instanceof Receiver bean) {
            return Optional.of(bean);
        }
        return Endpoints.resolve(context, "source", options.getSource(), options.getSourceOptions(), problems)
                .map(source -> receiver(source, options.getMaxInFlight()));
    }

    private Receiver receiver(Endpoint source, int maxInFlight) {
        EndpointCheck check = new EndpointCheck("source.", problems);
        Receiver prepared = runtime.transports().receiver(source, maxInFlight, check, releases);
        overrides.addAll(check.overrides());
        return prepared;
    }

    private Optional<DeadLetterStore> deadLetterStore() {
        Object option = endpoint.getPolicy().getDeadLetter();
        if (option instanceof DeadLetterStore store) {
            return Optional.of(store);
        }
        if (option == null) {
            return Optional.ofNullable(CamelContextHelper.findSingleByType(context, DeadLetterStore.class));
        }
        return Endpoints.resolve(context, "deadLetter", option, Map.of(), problems).map(this::sink);
    }

    private DeadLetterStore sink(Endpoint target) {
        EndpointCheck check = new EndpointCheck("deadLetter ", problems);
        Sender sender = runtime.transports().sender(target, check, releases);
        overrides.addAll(check.overrides());
        return new EndpointDeadLetterStore(sender);
    }

    private void checkDeadLetters() {
        boolean hasStore = deadLetters != null || endpoint.getPolicy().getDeadLetter() != null;
        if (policy.needsDeadLetterStore() && !hasStore) {
            problems.add("deadLetter", null, "onExpired, onPermanentFailure or onFiltered is dlq, which needs a store: set"
                                             + " deadLetter to #bean or to an endpoint URI, or put exactly one DeadLetterStore into the registry, or"
                                             + " set those options to drop");
        }
        if (receiver == null) {
            return;
        }
        Capabilities capabilities = receiver.capabilities();
        problems.require(policy.onPermanentFailure() != Disposal.REJECT || capabilities.rejects(), "onPermanentFailure",
                "reject", "this source has no dead-lettering of its own; allowed are dlq and drop");
        problems.require(capabilities.redelivers() || hasStore, "deadLetter", null,
                "this source does not hand a failed message over again, so a store has to keep it: set deadLetter");
    }
}
