package io.gobridge.camel;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.dispatch.Outbox;
import io.gobridge.camel.dispatch.SendLimits;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.routing.DestinationResolver;
import io.gobridge.camel.routing.FixedResolver;
import org.apache.camel.support.CamelContextHelper;

/** What a producer sends with, checked: its bindings, what chooses among them, and its limits. */
final class SendingSide implements AutoCloseable {

    private final GoBridgeEndpoint endpoint;
    private final BridgeRuntime runtime;
    private final ConfigurationProblems problems;

    private final Optional<Backoff> backoff;
    private final SendLimits limits;
    private final BoundTargets targets;
    private final Router router;
    private final boolean fansOut;
    private final Outbox outbox;

    /** Prepares the side; what is wrong is added to the problems, and then the side must be closed and not used. */
    SendingSide(GoBridgeEndpoint endpoint, ConfigurationProblems problems) {
        this.endpoint = endpoint;
        this.runtime = endpoint.getComponent().runtime();
        this.problems = problems;
        TargetConfiguration options = endpoint.getSending();
        checkNumbers(options);
        this.backoff = endpoint.getPolicy().getBackoff().isEmpty()
                ? Optional.empty()
                : Optional.of(new Policies(endpoint.getCamelContext(), problems).backoff(endpoint.getPolicy()));
        this.limits = new SendLimits(
                Duration.ofMillis(Math.max(0, options.getSendTimeout())),
                Duration.ofMillis(Math.max(0, options.getSendRetryBudget())));
        this.targets = new BoundTargets(endpoint, limits.sendTimeout(), problems);
        this.fansOut = options.getDispatchMode() == DispatchMode.FAN_OUT;
        this.outbox = outbox(options).orElse(null);
        this.router = new Router(endpoint.getName(), targets, resolver(options).orElse(null), fansOut || outbox != null);
        runtime.names().takeBinding(endpoint.getName(), endpoint.getEndpointUri()).ifPresent(other -> problems.add("name",
                endpoint.getName(), "another gobridge producer with other options has this name; binding names are unique"));
    }

    BoundTargets targets() {
        return targets;
    }

    Router router() {
        return router;
    }

    /** Tells whether each destination has an outcome of its own. */
    boolean fansOut() {
        return fansOut;
    }

    /** Returns what keeps the messages until the targets take them; empty when the source is held until then. */
    Optional<Outbox> outbox() {
        return Optional.ofNullable(outbox);
    }

    /** Returns the producer's own backoff, empty when it uses the delivery's. */
    Optional<Backoff> backoff() {
        return backoff;
    }

    SendLimits limits() {
        return limits;
    }

    /** Tells whether any target is a Camel endpoint that understands headers such as {@code CamelFileName}. */
    boolean takesCamelHeaders() {
        return targets.all().stream().anyMatch(BoundTarget::takesCamelHeaders);
    }

    List<String> overrides() {
        return targets.overrides();
    }

    @Override
    public void close() {
        targets.close();
        runtime.names().releaseBinding(endpoint.getName(), endpoint.getEndpointUri());
    }

    private Optional<DestinationResolver> resolver(TargetConfiguration options) {
        if (options.getBindings() == null) {
            problems.require(options.getResolver() == null, "resolver", options.getResolver(),
                    "there is nothing to choose from; set bindings");
            targets.addOwn(options);
            return Optional.of(new FixedResolver(List.of(endpoint.getName())));
        }
        List<String> names
                = Stream.of(options.getBindings().split(",", -1)).map(String::strip).filter(name -> !name.isEmpty()).toList();
        checkBindings(options, names);
        targets.addAll(names);
        return names.isEmpty()
                ? Optional.empty()
                : new Resolvers(endpoint.getCamelContext(), targets, problems).read(options, names);
    }

    private void checkBindings(TargetConfiguration options, List<String> names) {
        problems.require(!names.isEmpty(), "bindings", options.getBindings(),
                "name Binding beans or other gobridge producers, separated by commas");
        problems.require(options.getTarget() == null, "target", "(set)", "the bindings have the targets; set one or the other");
        problems.require(options.getAddress() == null, "address", options.getAddress(),
                "each binding has its own; set it there");
    }

    private Optional<Outbox> outbox(TargetConfiguration options) {
        if (options.getDeliveryMode() == DeliveryMode.DIRECT_HOLD) {
            problems.require(options.getOutbox() == null, "outbox", options.getOutbox(),
                    "is for deliveryMode=shared_outbox; set that too, or leave it out");
            problems.require(options.getAckAfter() != AckAfter.OUTBOX_PERSIST, "ackAfter", "outbox_persist",
                    "contradicts deliveryMode=direct_hold; leave it out or set target_accept");
            return Optional.empty();
        }
        problems.require(options.getAckAfter() != AckAfter.TARGET_ACCEPT, "ackAfter", "target_accept",
                "contradicts deliveryMode=shared_outbox; leave it out or set outbox_persist");
        Object option = options.getOutbox();
        Outbox found = option instanceof Outbox bean
                ? bean
                : CamelContextHelper.findSingleByType(endpoint.getCamelContext(), Outbox.class);
        problems.require(option == null || option instanceof Outbox, "outbox", option, "must be #bean, a SharedOutbox");
        problems.require(found != null, "deliveryMode", "shared_outbox",
                "needs an outbox: put exactly one SharedOutbox into the registry, or name one with outbox=#bean");
        return Optional.ofNullable(found);
    }

    private void checkNumbers(TargetConfiguration options) {
        problems.require(options.getSendTimeout() >= 0, "sendTimeout", options.getSendTimeout() + " ms",
                "must not be negative; 0 is no limit");
        problems.require(options.getSendRetryBudget() >= 0, "sendRetryBudget", options.getSendRetryBudget() + " ms",
                "must not be negative; 0 is one send only");
        problems.require(options.getMaxOutboxDepth() >= 1, "maxOutboxDepth", options.getMaxOutboxDepth(),
                "must be at least 1");
    }
}
