package io.gobridge.camel.transport.mqtt;

import org.eclipse.paho.mqttv5.common.util.MqttTopicValidator;

/** Knows what a topic name and a topic filter look like. */
final class Topics {

    private Topics() {
    }

    /** Tells whether messages can be published to the topic: no wildcards. */
    static boolean isTopic(String topic) {
        return MqttText.isPlain(topic) && isValid(topic, false);
    }

    /** Tells whether the text can be subscribed to, {@code $share/group/filter} included. */
    static boolean isFilter(String filter) {
        return MqttText.isPlain(filter) && isValid(filter, true);
    }

    private static boolean isValid(String topic, boolean wildcards) {
        try {
            MqttTopicValidator.validate(topic, wildcards, true);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
