package io.gobridge.camel.routing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.conditions.MessageView;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the binding of the first rule that matches, else the default one. A rule that cannot be asked of a message,
 * for example since its payload is no JSON, does not match. A bean for {@code resolver}: set it up before the route
 * starts; afterwards it is only read, by any thread.
 */
public class RulesResolver implements DestinationResolver {

    private static final Logger LOG = LoggerFactory.getLogger(RulesResolver.class);

    private static final String ARROW = "->";

    private final List<Rule> rules = new ArrayList<>();
    private String defaultBinding = "";
    private int payloadLimit = JsonPayload.DEFAULT_LIMIT;

    /** Creates a resolver without rules, for a bean's properties or for {@link #when}. */
    public RulesResolver() {
    }

    /** Adds a rule. */
    public RulesResolver when(Condition condition, String binding) {
        return add(new Rule(condition, binding));
    }

    /**
     * Adds a rule.
     *
     * @param  condition       all that must hold, in the grammar of conditions; empty matches every message
     * @throws BridgeException {@code INVALID_CONFIG} with the position of what cannot be read
     */
    public RulesResolver when(String condition, String binding) {
        return add(new Rule(condition.isBlank() ? null : Condition.parse(condition), binding));
    }

    /** Sets the binding for what no rule matches. */
    public RulesResolver otherwise(String binding) {
        defaultBinding = binding;
        return this;
    }

    private RulesResolver add(Rule rule) {
        if (rule.binding().isBlank()) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "A rule names no binding; write it as condition -> binding");
        }
        rules.add(rule);
        return this;
    }

    @Override
    public List<DispatchPlan> resolve(Envelope envelope) {
        return resolve(envelope, JsonPayload.of(envelope.payload().shared()));
    }

    @Override
    public List<DispatchPlan> resolve(Envelope envelope, JsonPayload payload) {
        MessageView message = MessageView.of(envelope, payload, payloadLimit);
        for (Rule rule : rules) {
            if (matches(rule, message, envelope)) {
                return List.of(DispatchPlan.to(rule.binding()));
            }
        }
        if (defaultBinding.isEmpty()) {
            throw BridgeException.of(FailureCode.NO_BINDING_MATCH, "Message " + envelope.id() + " matches none of "
                                                                   + rules.size()
                                                                   + " rules, and there is no default binding; it is rejected");
        }
        return List.of(DispatchPlan.to(defaultBinding));
    }

    private static boolean matches(Rule rule, MessageView message, Envelope envelope) {
        try {
            return rule.condition() == null || rule.condition().test(message);
        } catch (BridgeException e) {
            LOG.debug("binding={} id={}: the rule could not be asked and does not match: {}", rule.binding(), envelope.id(),
                    e.getMessage());
            return false;
        }
    }

    @Override
    public Set<String> bindings() {
        Set<String> bindings = new LinkedHashSet<>();
        rules.forEach(rule -> bindings.add(rule.binding()));
        if (!defaultBinding.isEmpty()) {
            bindings.add(defaultBinding);
        }
        return bindings;
    }

    /** Returns the rules as text, one a line. */
    public String getRules() {
        StringBuilder text = new StringBuilder();
        rules.forEach(rule -> text.append(rule).append('\n'));
        return text.toString();
    }

    /**
     * Replaces the rules by those of a text: one a line, {@code condition -> binding}, nothing before the arrow for
     * every message. Empty lines do not count.
     *
     * @throws BridgeException {@code INVALID_CONFIG} naming the line that cannot be read
     */
    public void setRules(String text) {
        rules.clear();
        int number = 0;
        for (String line : text.split("\r\n|\r|\n", -1)) {
            number++;
            if (!line.isBlank()) {
                addLine(number, line);
            }
        }
    }

    private void addLine(int number, String line) {
        // The last one: a text within a condition may hold an arrow, the id of a binding does not.
        int arrow = line.lastIndexOf(ARROW);
        try {
            if (arrow < 0) {
                throw BridgeException.of(FailureCode.INVALID_CONFIG, "it has no " + ARROW + " before its binding");
            }
            when(line.substring(0, arrow), line.substring(arrow + ARROW.length()).strip());
        } catch (BridgeException e) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "Rule in line " + number + " is refused: " + e.getMessage());
        }
    }

    /** Returns the binding for what no rule matches; empty for none. */
    public String getDefaultBinding() {
        return defaultBinding;
    }

    public void setDefaultBinding(String defaultBinding) {
        this.defaultBinding = defaultBinding;
    }

    /** Returns the most bytes of payload that a rule looks into; a larger one matches no rule that does. */
    public int getPayloadLimit() {
        return payloadLimit;
    }

    public void setPayloadLimit(int payloadLimit) {
        this.payloadLimit = payloadLimit;
    }

    /** A condition, null for every message, and the binding that it leads to. */
    private record Rule(Condition condition, String binding) {

        @Override
        public String toString() {
            return (condition == null ? "" : condition + " ") + ARROW + " " + binding;
        }
    }
}
