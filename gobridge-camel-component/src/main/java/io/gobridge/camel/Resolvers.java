package io.gobridge.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.routing.DestinationResolver;
import io.gobridge.camel.routing.FixedResolver;
import io.gobridge.camel.routing.HeaderMapResolver;
import io.gobridge.camel.routing.RulesResolver;
import org.apache.camel.CamelContext;
import org.apache.camel.support.CamelContextHelper;

/** Reads from the options how a producer with bindings chooses among them. */
final class Resolvers {

    private final CamelContext context;
    private final BoundTargets targets;
    private final ConfigurationProblems problems;

    Resolvers(CamelContext context, BoundTargets targets, ConfigurationProblems problems) {
        this.context = context;
        this.targets = targets;
        this.problems = problems;
    }

    /** Returns the resolver; empty, with the problems, when there is none. */
    Optional<DestinationResolver> read(TargetConfiguration options, List<String> bindings) {
        boolean fansOut = options.getDispatchMode() == DispatchMode.FAN_OUT;
        Optional<DestinationResolver> resolver = options.getResolver() == null
                ? byDefault(bindings, fansOut)
                : named(options.getResolver(), bindings);
        boolean takesSeveral = fansOut || options.getDeliveryMode() == DeliveryMode.SHARED_OUTBOX;
        resolver.ifPresent(found -> check(found, options, bindings, takesSeveral));
        return resolver;
    }

    private Optional<DestinationResolver> byDefault(List<String> bindings, boolean fansOut) {
        problems.require(fansOut || bindings.size() == 1, "resolver", null, "there are " + bindings.size()
                                                                            + " bindings: set it to rules, header_map, static or #bean, or set dispatchMode=fan_out for all");
        return Optional.of(new FixedResolver(fansOut ? bindings : bindings.subList(0, 1)));
    }

    private Optional<DestinationResolver> named(Object option, List<String> bindings) {
        if (option instanceof DestinationResolver bean) {
            return Optional.of(bean);
        }
        return switch (String.valueOf(option).toLowerCase(Locale.ROOT).replace("_", "").replace("-", "")) {
            case "all" -> Optional.of(new FixedResolver(bindings));
            case "static" -> Optional.of(new FixedResolver(bindings.subList(0, 1)));
            case "rules" -> rules(option);
            case "headermap" -> headerMap(option);
            default -> {
                problems.add("resolver", option,
                        "allowed are rules, header_map, all, static, and #bean for a DestinationResolver");
                yield Optional.empty();
            }
        };
    }

    private Optional<DestinationResolver> rules(Object option) {
        if (targets.conditions().values().stream().anyMatch(when -> !when.isBlank())) {
            return Optional.of(rulesOfBindings());
        }
        RulesResolver bean = CamelContextHelper.findSingleByType(context, RulesResolver.class);
        problems.require(bean != null, "resolver", option,
                "set when on the Binding beans, or put exactly one RulesResolver into the registry");
        return Optional.ofNullable(bean);
    }

    private RulesResolver rulesOfBindings() {
        checkLastIsCatchAll(new ArrayList<>(targets.conditions().keySet()));
        RulesResolver rules = new RulesResolver();
        targets.conditions().forEach((binding, when) -> {
            try {
                rules.when(when, binding);
            } catch (BridgeException e) {
                problems.add("bindings '" + binding + "' when", when, e.getMessage());
            }
        });
        return rules;
    }

    private void checkLastIsCatchAll(List<String> bindings) {
        for (String binding : bindings.subList(0, bindings.size() - 1)) {
            problems.require(!targets.conditions().get(binding).isBlank(), "bindings '" + binding + "' when", null,
                    "it takes every message, so nothing behind it is ever chosen; set it, or name the binding last");
        }
    }

    private Optional<DestinationResolver> headerMap(Object option) {
        HeaderMapResolver bean = CamelContextHelper.findSingleByType(context, HeaderMapResolver.class);
        problems.require(bean != null, "resolver", option, "put exactly one HeaderMapResolver into the registry");
        return Optional.ofNullable(bean);
    }

    private void check(DestinationResolver resolver, TargetConfiguration options, List<String> bindings, boolean takesSeveral) {
        Set<String> chosen = resolver.bindings();
        List<String> unknown = new ArrayList<>(chosen);
        unknown.removeAll(bindings);
        problems.require(unknown.isEmpty(), "resolver", options.getResolver(),
                "it chooses " + String.join(", ", unknown) + "; allowed are the bindings " + String.join(", ", bindings));
        problems.require(takesSeveral || resolver.mostPlans() <= 1, "dispatchMode", "single", "the resolver names "
                                                                                              + resolver.mostPlans()
                                                                                              + " bindings for each message; set dispatchMode=fan_out");
    }
}
