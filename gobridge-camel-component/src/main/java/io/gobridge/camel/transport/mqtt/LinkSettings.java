package io.gobridge.camel.transport.mqtt;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import javax.net.SocketFactory;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.Scheduler;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/**
 * How a client id connects.
 *
 * @param endpoint             the options of the user's endpoint
 * @param clientId             the client id, the derived one when the user gave none
 * @param cleanStart           whether the first connection begins a new session
 * @param sessionExpirySeconds how long the broker keeps the session without a connection
 * @param receiveMaximum       most messages that the broker may send ahead of their acknowledgement
 * @param scheduler            time and timers
 * @param random               spreads waits
 * @param executor             runs blocking calls
 */
record LinkSettings(PahoMqtt5Configuration endpoint, String clientId, boolean cleanStart, long sessionExpirySeconds,
        int receiveMaximum, Scheduler scheduler, RandomGenerator random, Executor executor) {

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);

    /**
     * Returns the settings for a time in which nobody receives: one message is the least that a broker can be allowed.
     */
    LinkSettings withoutReceiving() {
        return new LinkSettings(endpoint, clientId, false, sessionExpirySeconds, 1, scheduler, random, executor);
    }

    /**
     * Returns the brokers in the order in which to try them: each attempt begins with another, since one that lets
     * connect may still refuse.
     */
    List<String> serverUris(int attempt) {
        List<String> uris = new ArrayList<>(List.of(serverUris()));
        Collections.rotate(uris, -(attempt % uris.size()));
        return uris;
    }

    private String[] serverUris() {
        String several = endpoint.getServerURIs();
        return several == null ? new String[] { endpoint.getBrokerUrl() } : several.trim().split("\\s*,\\s*", -1);
    }

    Duration connectTimeout() {
        return Duration.ofSeconds(Math.max(1, endpoint.getConnectionTimeout()));
    }

    /** Returns how long to wait between two attempts to connect. */
    Backoff backoff() {
        Duration wanted = Duration.ofMillis(endpoint.getMaxReconnectDelay());
        Duration atMost = wanted.compareTo(LONGEST_PAUSE) < 0 ? wanted : LONGEST_PAUSE;
        Duration longest = atMost.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : atMost;
        return new Backoff(SHORTEST_PAUSE, longest, 2, 0.2);
    }

    /**
     * Returns the options of a connection. Only the first of a process may begin a new session: a reconnect that did
     * would forget what the broker kept meanwhile.
     */
    MqttConnectionOptions options(boolean isFirst) {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setAutomaticReconnect(false);
        options.setCleanStart(cleanStart && isFirst);
        options.setSessionExpiryInterval(sessionExpirySeconds);
        options.setReceiveMaximum(receiveMaximum);
        options.setConnectionTimeout(endpoint.getConnectionTimeout());
        options.setKeepAliveInterval(endpoint.getKeepAliveInterval());
        options.setExecutorServiceTimeout(endpoint.getExecutorServiceTimeout());
        if (endpoint.getServerURIs() != null) {
            options.setServerURIs(serverUris());
        }
        identify(options);
        secure(options);
        leaveAWill(options);
        return options;
    }

    private void identify(MqttConnectionOptions options) {
        if (endpoint.getUserName() != null && !endpoint.getUserName().isEmpty()) {
            options.setUserName(endpoint.getUserName());
            if (endpoint.getPassword() != null && !endpoint.getPassword().isEmpty()) {
                options.setPassword(endpoint.getPassword().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private void secure(MqttConnectionOptions options) {
        options.setSocketFactory(socketFactory());
        options.setSSLProperties(endpoint.getSslClientProps());
        options.setHttpsHostnameVerificationEnabled(endpoint.isHttpsHostnameVerificationEnabled());
        options.setSSLHostnameVerifier(endpoint.getSslHostnameVerifier());
        if (endpoint.getCustomWebSocketHeaders() != null && !endpoint.getCustomWebSocketHeaders().isEmpty()) {
            options.setCustomWebSocketHeaders(endpoint.getCustomWebSocketHeaders());
        }
    }

    /**
     * Returns the user's factory, else ours, which is none for TLS: Paho makes that one of the endpoint's properties.
     */
    private SocketFactory socketFactory() {
        if (endpoint.getSocketFactory() != null) {
            return endpoint.getSocketFactory();
        }
        return Stream.of(serverUris()).allMatch(uri -> uri.startsWith("tcp:") || uri.startsWith("ws:"))
                ? new PlainSockets(Stream.of(serverUris()).anyMatch(uri -> uri.startsWith("ws:"))) : null;
    }

    private void leaveAWill(MqttConnectionOptions options) {
        if (endpoint.getWillTopic() == null || endpoint.getWillPayload() == null) {
            return;
        }
        MqttMessage will = new MqttMessage(
                endpoint.getWillPayload().getBytes(StandardCharsets.UTF_8), endpoint.getWillQos(),
                endpoint.isWillRetained(), endpoint.getWillMqttProperties());
        options.setWill(endpoint.getWillTopic(), will);
    }
}
