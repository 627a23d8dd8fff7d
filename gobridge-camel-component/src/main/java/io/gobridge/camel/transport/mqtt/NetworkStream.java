package io.gobridge.camel.transport.mqtt;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.internal.NetworkModule;
import org.eclipse.paho.mqttv5.client.internal.NetworkModuleService;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes to a broker and back, over what its URI says: TCP, TLS or WebSocket, which Paho's network modules know.
 * Thread-safe.
 */
final class NetworkStream {

    private static final Logger LOG = LoggerFactory.getLogger(NetworkStream.class);

    private final List<String> serverUris;
    private final String clientId;
    private NetworkModule module;
    private boolean isClosed;

    NetworkStream(List<String> serverUris, String clientId) {
        this.serverUris = serverUris;
        this.clientId = clientId;
    }

    /** Connects to the first broker that lets it. Blocks. */
    void open(MqttConnectionOptions options) throws IOException, MqttException {
        for (int i = 0; i < serverUris.size(); i++) {
            NetworkModule next = NetworkModuleService.createInstance(serverUris.get(i), options, clientId);
            try {
                next.start();
                use(next);
                return;
            } catch (IOException | MqttException e) {
                stop(next);
                if (i == serverUris.size() - 1) {
                    throw e;
                }
                LOG.debug("MQTT client '{}' tries another broker than {}", clientId, serverUris.get(i), e);
            }
        }
    }

    synchronized InputStream in() throws IOException {
        return module.getInputStream();
    }

    synchronized OutputStream out() throws IOException {
        return module.getOutputStream();
    }

    /** Ends what is under way. May block for a second. */
    void close() {
        NetworkModule former;
        synchronized (this) {
            isClosed = true;
            former = module;
        }
        if (former != null) {
            stop(former);
        }
    }

    private synchronized void use(NetworkModule opened) throws IOException {
        if (isClosed) {
            throw new IOException("closed while it was opened");
        }
        module = opened;
    }

    private void stop(NetworkModule former) {
        try {
            former.stop();
        } catch (IOException | RuntimeException e) {
            LOG.debug("The network of MQTT client '{}' did not end well", clientId, e);
        }
        try {
            // Paho leaves a TLS socket open that the broker did not close before.
            former.getOutputStream().close();
        } catch (IOException | RuntimeException e) {
            LOG.debug("The network of MQTT client '{}' was closed before", clientId, e);
        }
    }
}
