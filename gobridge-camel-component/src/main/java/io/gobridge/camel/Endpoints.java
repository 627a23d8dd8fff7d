package io.gobridge.camel;

import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.failure.ConfigurationProblems;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.util.URISupport;

/** Turns a {@code source} or {@code target} option, with the options prefixed by it, into the user's endpoint. */
final class Endpoints {

    private Endpoints() {
    }

    /** Returns the endpoint; adds a problem and returns empty when there is none. */
    static Optional<Endpoint> resolve(
            CamelContext context, String option, Object value, Map<String, Object> options,
            ConfigurationProblems problems) {
        if (value instanceof Endpoint endpoint) {
            problems.require(options.isEmpty(), option + ".*", options.keySet(),
                    "an endpoint bean takes no options; set them on the bean");
            return Optional.of(endpoint);
        }
        if (!(value instanceof String uri) || uri.isBlank()) {
            problems.add(option, value, "required: the URI of a Camel endpoint, or #bean for an Endpoint");
            return Optional.empty();
        }
        try {
            return Optional.of(context.getEndpoint(options.isEmpty() ? uri : URISupport.appendParametersToURI(uri, options)));
        } catch (Exception e) {
            problems.add(option, URISupport.sanitizeUri(uri),
                    "is no usable endpoint: " + URISupport.sanitizeUri(rootMessage(e)));
            return Optional.empty();
        }
    }

    private static String rootMessage(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
