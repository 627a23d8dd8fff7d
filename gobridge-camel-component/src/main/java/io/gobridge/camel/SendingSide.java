package io.gobridge.camel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.dispatch.DirectHold;
import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.dispatch.SendLimits;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.routing.AddressTemplate;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import org.apache.camel.Endpoint;

/** What a producer sends with, checked: its sender, limits and address. */
final class SendingSide implements AutoCloseable {

    private final GoBridgeEndpoint endpoint;
    private final BridgeRuntime runtime;
    private final ConfigurationProblems problems;
    private final List<Runnable> releases = new ArrayList<>();
    private final List<String> overrides = new ArrayList<>();

    private final AddressTemplate address;
    private final Optional<Backoff> backoff;
    private final SendLimits limits;
    private final Sender sender;
    private final GuardedSender guard;
    private boolean takesCamelHeaders;

    /** Prepares the side; what is wrong is added to the problems, and then the side must be closed and not used. */
    SendingSide(GoBridgeEndpoint endpoint, ConfigurationProblems problems) {
        this.endpoint = endpoint;
        this.runtime = endpoint.getComponent().runtime();
        this.problems = problems;
        TargetConfiguration options = endpoint.getSending();
        checkLaterOptions(options);
        checkNumbers(options);
        this.address = AddressTemplate.of(options.getAddress() == null ? "" : options.getAddress());
        this.backoff = endpoint.getPolicy().getBackoff().isEmpty()
                ? Optional.empty()
                : Optional.of(new Policies(endpoint.getCamelContext(), problems).backoff(endpoint.getPolicy()));
        this.limits = new SendLimits(
                Duration.ofMillis(Math.max(0, options.getSendTimeout())),
                Duration.ofMillis(Math.max(0, options.getSendRetryBudget())));
        this.sender = options.getBindings() == null ? sender(options).orElse(null) : null;
        this.guard = new GuardedSender(endpoint.getName(), sender, limits.sendTimeout(), runtime.scheduler());
        runtime.names().takeBinding(endpoint.getName(), endpoint.getEndpointUri()).ifPresent(other -> problems.add("name",
                endpoint.getName(), "another gobridge producer with other options has this name; binding names are unique"));
    }

    AddressTemplate address() {
        return address;
    }

    /** Returns the producer's own backoff, empty when it uses the delivery's. */
    Optional<Backoff> backoff() {
        return backoff;
    }

    Sender sender() {
        return sender;
    }

    GuardedSender guard() {
        return guard;
    }

    DirectHold directHold() {
        return new DirectHold(guard, limits, runtime.failures(), runtime.scheduler(), runtime.random());
    }

    /** Tells whether the target is a Camel endpoint that understands headers such as {@code CamelFileName}. */
    boolean takesCamelHeaders() {
        return takesCamelHeaders;
    }

    List<String> overrides() {
        return overrides;
    }

    @Override
    public void close() {
        // A bean belongs to the user, who may share it between bindings.
        if (sender != null && !(endpoint.getSending().getTarget() instanceof Sender)) {
            sender.close();
        }
        runtime.names().releaseBinding(endpoint.getName(), endpoint.getEndpointUri());
        releases.forEach(Runnable::run);
        releases.clear();
    }

    private Optional<Sender> sender(TargetConfiguration options) {
        if (options.getTarget() instanceof Sender bean) {
            return Optional.of(bean);
        }
        return Endpoints
                .resolve(endpoint.getCamelContext(), "target", options.getTarget(), options.getTargetOptions(), problems)
                .map(this::sender);
    }

    private Sender sender(Endpoint target) {
        EndpointCheck check = new EndpointCheck("target.", problems);
        var transport = runtime.transports().of(target);
        var session = runtime.transports().acquire(transport, target);
        releases.add(() -> runtime.transports().release(transport, target));
        takesCamelHeaders = "camel".equals(transport.name());
        Sender prepared = session.sender(new SenderSpec(target, runtime.scheduler(), runtime.io(), check));
        overrides.addAll(check.overrides());
        return prepared;
    }

    private void checkLaterOptions(TargetConfiguration options) {
        String later = "is not in this release";
        problems.require(options.getBindings() == null, "bindings", options.getBindings(), later + "; set target");
        problems.require(options.getResolver() == null, "resolver", options.getResolver(), later + "; set target");
        problems.require(options.getOutbox() == null, "outbox", options.getOutbox(), later);
        problems.require(options.getDeliveryMode() == DeliveryMode.DIRECT_HOLD, "deliveryMode", "shared_outbox",
                later + "; allowed is direct_hold");
        problems.require(options.getDispatchMode() == DispatchMode.SINGLE, "dispatchMode", "fan_out",
                later + "; allowed is single");
        problems.require(options.getAckAfter() != AckAfter.OUTBOX_PERSIST, "ackAfter", "outbox_persist",
                "contradicts deliveryMode=direct_hold; leave it out or set target_accept");
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
