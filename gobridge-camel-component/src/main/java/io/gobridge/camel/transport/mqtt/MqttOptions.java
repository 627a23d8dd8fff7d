package io.gobridge.camel.transport.mqtt;

import java.net.URISyntaxException;
import java.util.Map;
import java.util.regex.Pattern;

import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.SenderSpec;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Endpoint;
import org.apache.camel.util.URISupport;
import org.eclipse.paho.mqttv5.client.internal.NetworkModuleService;

/**
 * Reads the options of the user's endpoint: what is obeyed, what is overridden and what is refused. Camel's defaults
 * lose messages, so an option is obeyed there only when the user wrote it into the endpoint's URI.
 */
final class MqttOptions {

    /** Long enough for a night without the bridge; the broker forgets a source that is gone for good. */
    private static final long DEFAULT_SESSION_EXPIRY = 86_400;

    private static final int MOST_RECEIVE_MAXIMUM = 65_535;

    private static final Pattern HAS_CREDENTIALS = Pattern.compile("//[^/]*@");

    private final PahoMqtt5Endpoint endpoint;
    private final PahoMqtt5Configuration options;
    private final Map<String, Object> written;

    MqttOptions(PahoMqtt5Endpoint endpoint) {
        this.endpoint = endpoint;
        this.options = endpoint.getConfiguration();
        this.written = query(endpoint.getEndpointUri());
    }

    void checkSource(EndpointCheck check, int maxInFlight) {
        checkBoth(check);
        check.require(!clientId().isEmpty(), "clientId", options.getClientId(),
                "required: under a name that stays the same, the broker keeps messages while the bridge is away");
        check.require(Topics.isFilter(topic()), "topic", topic(), "must be an MQTT topic filter");
        check.require(options.getQos() != 2 || !isWritten("qos"), "qos", 2,
                "allowed are 0 and 1: 2 needs a second confirmation, which a crash may lose all the same");
        check.require(!isWritten("manualAcksEnabled") || options.isManualAcksEnabled(), "manualAcksEnabled", false,
                "a message is acknowledged when its delivery is settled; leave it out");
        if (options.getQos() == 2) {
            check.overridden("qos", 1);
        }
        if (!options.isManualAcksEnabled()) {
            check.overridden("manualAcksEnabled", true);
        }
        if (options.isCleanStart() && !isWritten("cleanStart")) {
            check.overridden("cleanStart", false);
        }
        if (options.getSessionExpiryInterval() < 0) {
            check.overridden("sessionExpiryInterval", DEFAULT_SESSION_EXPIRY);
        }
        if (options.getReceiveMaximum() != receiveMaximum(maxInFlight)) {
            check.overridden("receiveMaximum", receiveMaximum(maxInFlight));
        }
    }

    void checkTarget(EndpointCheck check) {
        checkBoth(check);
        check.require(Topics.isTopic(topic()), "topic", topic(), "must be an MQTT topic without wildcards");
        check.require(options.getQos() != 2 || !isWritten("qos"), "qos", 2,
                "allowed are 0 and 1: a message that was sent twice has the same id twice");
        if (options.getQos() == 2) {
            check.overridden("qos", 1);
        }
    }

    private void checkBoth(EndpointCheck check) {
        check.require(endpoint.getClient() == null, "client", "set", "the bridge makes its own; leave it out");
        for (String broker : brokers().split(",", -1)) {
            boolean hasCredentials = HAS_CREDENTIALS.matcher(broker).find();
            check.require(!hasCredentials, "brokerUrl", "(not shown)",
                    "must hold no credentials, which the client library ignores there; use userName and password");
            check.require(hasCredentials || isBroker(broker.trim()), "brokerUrl", broker,
                    "must begin with tcp://, ssl://, ws:// or wss://");
        }
        check.require(clientId().length() <= MqttText.LONGEST && MqttText.isPlain(clientId()), "clientId", clientId(),
                "must be a text without control characters");
    }

    /** Returns the client id, empty when the endpoint names none. */
    String clientId() {
        return options.getClientId() == null ? "" : options.getClientId();
    }

    String brokers() {
        return options.getServerURIs() == null ? String.valueOf(options.getBrokerUrl()) : options.getServerURIs();
    }

    String topic() {
        return endpoint.getTopic();
    }

    /** Returns the quality of service, 0 or 1. */
    int qos() {
        return Math.min(1, options.getQos());
    }

    boolean isRetained() {
        return options.isRetained();
    }

    /** Tells whether the broker hands over again what was not acknowledged when this process died. */
    boolean keepsSession() {
        return qos() == 1 && !isClean() && sessionExpiry() > 0;
    }

    /** Returns how the session connects while this source receives. */
    LinkSettings receiving(ReceiverSpec spec) {
        return new LinkSettings(
                options, clientId(), isClean(), sessionExpiry(), receiveMaximum(spec.maxInFlight()), spec.scheduler(),
                spec.random(), spec.executor());
    }

    /**
     * Returns how the session connects while nobody has received. With a client id that the user gave there may be a
     * session that a source left: it is found and kept.
     */
    LinkSettings sending(SenderSpec spec, String derivedClientId) {
        boolean isDerived = clientId().isEmpty();
        return new LinkSettings(
                options, isDerived ? derivedClientId : clientId(), isDerived, isDerived ? 0 : sessionExpiry(), 1,
                spec.scheduler(), spec.random(), spec.executor());
    }

    private boolean isClean() {
        return options.isCleanStart() && isWritten("cleanStart");
    }

    private long sessionExpiry() {
        return options.getSessionExpiryInterval() < 0 ? DEFAULT_SESSION_EXPIRY : options.getSessionExpiryInterval();
    }

    private static int receiveMaximum(int maxInFlight) {
        return Math.max(1, Math.min(MOST_RECEIVE_MAXIMUM, maxInFlight));
    }

    private boolean isWritten(String option) {
        return written.containsKey(option);
    }

    private static boolean isBroker(String uri) {
        try {
            NetworkModuleService.validateURI(uri);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Map<String, Object> query(String uri) {
        int start = uri.indexOf('?');
        try {
            return start < 0 ? Map.of() : URISupport.parseQuery(uri.substring(start + 1), true);
        } catch (URISyntaxException e) {
            return Map.of();
        }
    }
}
