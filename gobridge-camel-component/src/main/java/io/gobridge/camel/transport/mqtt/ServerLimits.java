package io.gobridge.camel.transport.mqtt;

import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * What the broker said about itself in its CONNACK.
 *
 * @param receiveMaximum    most publishes that may wait for their acknowledgement
 * @param maximumPacketSize most bytes of one packet
 * @param maximumQos        highest quality of service for publishing
 * @param keepsRetained     whether it takes retained messages
 * @param takesAliases      whether it takes topic aliases, which the client library then uses by itself
 */
record ServerLimits(int receiveMaximum, long maximumPacketSize, int maximumQos, boolean keepsRetained,
        boolean takesAliases) {

    static ServerLimits of(MqttProperties properties) {
        if (properties == null) {
            return new ServerLimits(65_535, Long.MAX_VALUE, 2, true, false);
        }
        return new ServerLimits(
                properties.getReceiveMaximum() == null ? 65_535 : properties.getReceiveMaximum(),
                properties.getMaximumPacketSize() == null ? Long.MAX_VALUE : properties.getMaximumPacketSize(),
                properties.getMaximumQoS() == null ? 2 : properties.getMaximumQoS(),
                !Boolean.FALSE.equals(properties.isRetainAvailable()),
                properties.getTopicAliasMaximum() != null && properties.getTopicAliasMaximum() > 0);
    }
}
