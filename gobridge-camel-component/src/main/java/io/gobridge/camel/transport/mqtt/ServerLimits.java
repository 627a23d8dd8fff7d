package io.gobridge.camel.transport.mqtt;

import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * What the broker said about itself in its CONNACK.
 *
 * @param receiveMaximum    most publishes that may wait for their acknowledgement
 * @param maximumPacketSize most bytes of one packet
 * @param maximumQos        highest quality of service for publishing
 * @param keepsRetained     whether it takes retained messages
 */
record ServerLimits(int receiveMaximum, long maximumPacketSize, int maximumQos, boolean keepsRetained) {

    /** As many bytes as a packet of MQTT can have. */
    static final int LARGEST_PACKET = 268_435_460;

    static ServerLimits of(MqttProperties properties) {
        return new ServerLimits(
                properties.getReceiveMaximum() == null ? 65_535 : properties.getReceiveMaximum(),
                properties.getMaximumPacketSize() == null
                        ? LARGEST_PACKET : Math.min(LARGEST_PACKET, properties.getMaximumPacketSize()),
                properties.getMaximumQoS() == null ? 2 : properties.getMaximumQoS(),
                !Boolean.FALSE.equals(properties.isRetainAvailable()));
    }
}
