package io.gobridge.camel;

import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.failure.Failures;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.util.StringHelper;
import org.apache.camel.util.URISupport;

/** Turns a {@code source} or {@code target} option, with the options prefixed by it, into the user's endpoint. */
final class Endpoints {

    /** How Camel's own messages go on. */
    private static final String DUE_TO = " due to: ";
    private static final String UNKNOWN = "Unknown parameters=";

    /** A part of a path that is one space: nobody writes that, but Camel reads the + of an option as one. */
    private static final Pattern LOST_PLUS = Pattern.compile("(?<=[:/]) (?=/|$)");

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
        Matcher lostPlus = LOST_PLUS.matcher(StringHelper.before(uri, "?", uri));
        if (lostPlus.find()) {
            problems.add(option, "'" + pathOf(uri) + "'", "an option's + is read as a space: write RAW("
                                                          + URISupport.sanitizeUri(lostPlus.replaceAll("+")) + ")");
            return Optional.empty();
        }
        try {
            return Optional.of(context.getEndpoint(options.isEmpty() ? uri : withOptions(uri, options)));
        } catch (Exception e) {
            problems.add(option, pathOf(uri),
                    "is no usable endpoint: " + reason(e, uri, options));
            return Optional.empty();
        }
    }

    private static String pathOf(String uri) {
        return URISupport.sanitizeUri(StringHelper.before(uri, "?", uri));
    }

    /** Camel takes the # of an MQTT topic filter for the start of a fragment and puts it behind the options. */
    private static String withOptions(String uri, Map<String, Object> options) throws URISyntaxException {
        String path = StringHelper.before(uri, "?", uri);
        if (path.indexOf('#') < 0) {
            return URISupport.appendParametersToURI(uri, options);
        }
        Map<String, Object> all = new LinkedHashMap<>(URISupport.parseQuery(StringHelper.after(uri, "?", ""), true));
        all.putAll(options);
        return path + "?" + URISupport.createQueryString(all);
    }

    /** Says why, without the value of an option: a misspelt one could be a secret that Camel does not know to mask. */
    private static String reason(Exception error, String uri, Map<String, Object> options) {
        String message = String.valueOf(Failures.root(error).getMessage());
        int cause = message.lastIndexOf(DUE_TO);
        String reason = cause < 0 ? message : message.substring(cause + DUE_TO.length());
        int unknown = reason.indexOf(UNKNOWN);
        if (unknown < 0) {
            return URISupport.sanitizeUri(reason);
        }
        Set<String> names = new TreeSet<>(options.keySet());
        names.addAll(namesIn(uri));
        String values = reason.substring(unknown);
        names.removeIf(name -> !values.contains(name + "="));
        return "it has no option " + String.join(", ", names);
    }

    private static Set<String> namesIn(String uri) {
        try {
            return URISupport.parseQuery(URISupport.extractQuery(uri)).keySet();
        } catch (URISyntaxException e) {
            return Set.of();
        }
    }
}
