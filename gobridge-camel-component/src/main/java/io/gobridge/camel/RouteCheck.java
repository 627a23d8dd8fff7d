package io.gobridge.camel;

import java.util.LinkedHashSet;
import java.util.Set;

import io.gobridge.camel.failure.ConfigurationProblems;
import org.apache.camel.CamelContext;
import org.apache.camel.EndpointAware;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.model.AggregateDefinition;
import org.apache.camel.model.Model;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.service.ServiceHelper;

/** Looks at a whole route before it starts, so that all that is wrong with it is said at once. */
final class RouteCheck {

    private final Route route;
    private final ConfigurationProblems problems;

    RouteCheck(Route route, ConfigurationProblems problems) {
        this.route = route;
        this.problems = problems;
    }

    /** Adds the problems of the gobridge producers of the route. */
    void checkProducers() {
        for (GoBridgeEndpoint target : targets()) {
            ConfigurationProblems found = new ConfigurationProblems();
            target.prepareSending(found);
            problems.addAll("to(gobridge:" + target.getName() + ") ", found);
        }
    }

    /**
     * An aggregate ends the exchange of each message before the aggregated one is sent: it would be acknowledged too
     * early.
     */
    void checkAggregates(CamelContext context) {
        Model model = context.getCamelContextExtension().getContextPlugin(Model.class);
        RouteDefinition definition = model == null ? null : model.getRouteDefinition(route.getRouteId());
        if (definition != null && !ProcessorDefinitionHelper
                .filterTypeInOutputs(definition.getOutputs(), AggregateDefinition.class).isEmpty()) {
            problems.add("settlement", "auto", "the route aggregates, which ends the exchange of each message before the"
                                               + " aggregated one is sent; set settlement=manual and ack each Delivery after that");
        }
    }

    private Set<GoBridgeEndpoint> targets() {
        Set<GoBridgeEndpoint> targets = new LinkedHashSet<>();
        Processor processor = route.getProcessor();
        if (processor instanceof org.apache.camel.Service service) {
            for (Object child : ServiceHelper.getChildServices(service, true)) {
                if (child instanceof EndpointAware aware && aware.getEndpoint() instanceof GoBridgeEndpoint target) {
                    targets.add(target);
                }
            }
        }
        return targets;
    }
}
