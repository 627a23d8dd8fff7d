/** A bridge between two MQTT brokers. Start at {@link io.gobridge.example.mqtt.TwoBrokers}. */
package io.gobridge.example.mqtt;
