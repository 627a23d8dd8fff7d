/**
 * Speaks MQTT 5 as the options of a {@code paho-mqtt5} endpoint say, with connections of its own. Start at
 * {@link io.gobridge.camel.transport.mqtt.MqttTransport}.
 */
package io.gobridge.camel.transport.mqtt;
