package io.gobridge.camel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.routing.AddressTemplate;
import io.gobridge.camel.routing.Binding;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.Sender;
import org.apache.camel.Endpoint;

/** The bindings of one producer by their ids, in the order in which its options name them. */
final class BoundTargets implements AutoCloseable {

    private final GoBridgeEndpoint endpoint;
    private final BridgeRuntime runtime;
    private final ConfigurationProblems problems;
    private final Duration sendTimeout;

    private final Map<String, BoundTarget> targets = new LinkedHashMap<>();
    private final Map<String, String> conditions = new LinkedHashMap<>();
    private final List<Runnable> releases = new ArrayList<>();
    private final List<String> overrides = new ArrayList<>();

    BoundTargets(GoBridgeEndpoint endpoint, Duration sendTimeout, ConfigurationProblems problems) {
        this.endpoint = endpoint;
        this.runtime = endpoint.getComponent().runtime();
        this.problems = problems;
        this.sendTimeout = sendTimeout;
    }

    /** Adds the producer's own target. */
    void addOwn(TargetConfiguration options) {
        if (options.getTarget() instanceof Binding binding) {
            problems.require(options.getTargetOptions().isEmpty(), "target.*", options.getTargetOptions().keySet(),
                    "a Binding bean takes no options; set them on the bean");
            add(endpoint.getName(), "target", "target.", binding.getTarget(), binding.getTargetOptions(),
                    options.getAddress() == null ? binding.getAddress() : options.getAddress());
        } else {
            add(endpoint.getName(), "target", "target.", options.getTarget(), options.getTargetOptions(),
                    options.getAddress());
        }
    }

    /** Adds the bindings of these names. */
    void addAll(List<String> names) {
        for (String name : names) {
            Object bean = endpoint.getCamelContext().getRegistry().lookupByName(name);
            if (targets.containsKey(name)) {
                problems.add("bindings", String.join(",", names), "names '" + name + "' twice");
            } else if (bean instanceof Binding binding) {
                String option = "bindings '" + name + "' target";
                conditions.put(name, binding.getWhen());
                add(name, option, option + ".", binding.getTarget(), binding.getTargetOptions(), binding.getAddress());
            } else {
                addProducer(name);
            }
        }
    }

    private void addProducer(String name) {
        Optional<GoBridgeEndpoint> found = producer(name);
        if (found.isEmpty()) {
            problems.add("bindings", name,
                    "there is no Binding bean of this name in the registry and no gobridge producer with a target");
            return;
        }
        ConfigurationProblems ofOther = new ConfigurationProblems();
        found.get().prepareSending(ofOther);
        problems.addAll("bindings '" + name + "' ", ofOther);
        if (ofOther.list().isEmpty()) {
            SendingSide side = found.get().acquireSending();
            releases.add(found.get()::releaseSending);
            conditions.put(name, "");
            targets.put(name, side.targets().get(name).orElseThrow());
        }
    }

    /** A producer that itself has bindings is none: nobody could tell then which of them an address belongs to. */
    private Optional<GoBridgeEndpoint> producer(String name) {
        return endpoint.getCamelContext().getEndpoints().stream().filter(GoBridgeEndpoint.class::isInstance)
                .map(GoBridgeEndpoint.class::cast)
                .filter(other -> !other.equals(endpoint) && other.getName().equals(name)
                        && other.getSending().getTarget() != null
                        && other.getSending().getBindings() == null)
                .findFirst();
    }

    private void add(
            String id, String option, String prefix, Object target, Map<String, Object> options, String address) {
        AddressTemplate template = AddressTemplate.of(address == null ? "" : address);
        if (target instanceof Sender bean) {
            // It belongs to the user, who may share it between bindings: closing it is not ours.
            put(id, bean, template, false);
            return;
        }
        Endpoints.resolve(endpoint.getCamelContext(), option, target, options, problems)
                .ifPresent(found -> add(id, prefix, found, template));
    }

    private void add(String id, String prefix, Endpoint target, AddressTemplate template) {
        EndpointCheck check = new EndpointCheck(prefix, problems);
        Sender sender = runtime.transports().sender(target, check, releases);
        overrides.addAll(check.overrides());
        put(id, sender, template, runtime.transports().of(target).takesCamelHeaders());
    }

    private void put(String id, Sender sender, AddressTemplate template, boolean takesCamelHeaders) {
        GuardedSender guard = new GuardedSender(id, sender, sendTimeout, runtime.scheduler());
        targets.put(id, new BoundTarget(id, sender, guard, template, takesCamelHeaders));
    }

    Optional<BoundTarget> get(String id) {
        return Optional.ofNullable(targets.get(id));
    }

    List<BoundTarget> all() {
        return List.copyOf(targets.values());
    }

    /** Returns the condition of each binding, empty for every message. */
    Map<String, String> conditions() {
        return conditions;
    }

    List<String> overrides() {
        return overrides;
    }

    @Override
    public void close() {
        releases.forEach(Runnable::run);
        releases.clear();
    }
}
