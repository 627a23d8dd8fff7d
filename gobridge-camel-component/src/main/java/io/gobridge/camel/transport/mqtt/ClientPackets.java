package io.gobridge.camel.transport.mqtt;

import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttConnect;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.MqttSubscribe;

/** Writes the packets that a client sends, but for PUBLISH. */
final class ClientPackets {

    private static final int MQTT_5 = 5;

    private ClientPackets() {
    }

    /** @throws MqttException when an option has a text that MQTT does not take */
    static byte[] connect(String clientId, MqttConnectionOptions options) throws MqttException {
        MqttMessage will = options.getWillMessage();
        MqttProperties willProperties = will == null || will.getProperties() == null
                ? new MqttProperties() : will.getProperties();
        MqttConnect packet = new MqttConnect(
                clientId, MQTT_5, options.isCleanStart(), options.getKeepAliveInterval(),
                options.getConnectionProperties(), willProperties);
        packet.setWillDestination(options.getWillDestination());
        packet.setWillMessage(will);
        packet.setUserName(options.getUserName());
        packet.setPassword(options.getPassword());
        return packet.serialize();
    }

    static byte[] subscribe(int packetId, MqttSubscription subscription) {
        MqttSubscribe packet = new MqttSubscribe(subscription, new MqttProperties());
        packet.setMessageId(packetId);
        try {
            return packet.serialize();
        } catch (MqttException e) {
            throw MqttFailures.ofSession(e, "Subscribing to '" + subscription.getTopic() + "'");
        }
    }

    /** Returns a PUBACK, PUBREC or PUBCOMP that says that all is well. */
    static byte[] acknowledgement(Packet type, int packetId) {
        return new byte[] { (byte) type.first(), 2, (byte) (packetId >> 8), (byte) packetId };
    }

    static byte[] disconnect(int reason) {
        return new byte[] { (byte) Packet.DISCONNECT.first(), 1, (byte) reason };
    }

    static byte[] ping() {
        return new byte[] { (byte) Packet.PINGREQ.first(), 0 };
    }
}
