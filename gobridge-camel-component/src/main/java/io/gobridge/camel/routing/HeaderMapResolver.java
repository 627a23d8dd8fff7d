package io.gobridge.camel.routing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * Chooses the binding by the value of one text header. A bean for {@code resolver}: set it up before the route starts;
 * afterwards it is only read, by any thread.
 */
public class HeaderMapResolver implements DestinationResolver {

    private String header = "";
    private Map<String, String> values = new HashMap<>();
    private String defaultBinding = "";

    /** Creates a resolver for a bean's properties. */
    public HeaderMapResolver() {
    }

    /** Creates a resolver that maps the values of the header to bindings. */
    public HeaderMapResolver(String header, Map<String, String> values) {
        this.header = header;
        this.values = new HashMap<>(values);
    }

    @Override
    public List<DispatchPlan> resolve(Envelope envelope) {
        String binding = envelope.headers().text(header).map(values::get).orElse(defaultBinding);
        if (binding.isEmpty()) {
            throw BridgeException.of(FailureCode.NO_BINDING_MATCH, "Message " + envelope.id() + " has no value in header '"
                                                                   + header
                                                                   + "' that leads to a binding, and there is no default; it is rejected");
        }
        return List.of(DispatchPlan.to(binding));
    }

    @Override
    public Set<String> bindings() {
        Set<String> bindings = new TreeSet<>(values.values());
        if (!defaultBinding.isEmpty()) {
            bindings.add(defaultBinding);
        }
        return bindings;
    }

    /** Returns the name of the header, in exactly this case. */
    public String getHeader() {
        return header;
    }

    public void setHeader(String header) {
        this.header = header;
    }

    /** Returns the bindings by the header's value. */
    public Map<String, String> getValues() {
        return values;
    }

    public void setValues(Map<String, String> values) {
        this.values = values;
    }

    /** Returns the binding for all other values; empty for none. */
    public String getDefaultBinding() {
        return defaultBinding;
    }

    public void setDefaultBinding(String defaultBinding) {
        this.defaultBinding = defaultBinding;
    }
}
