package io.gobridge.camel.transport.mqtt;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttConnect;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClientPacketsTest {

    @Test
    void shouldConnectWithAllThatTheOptionsSay() throws Exception {
        MqttProperties willProperties = new MqttProperties();
        willProperties.setWillDelayInterval(7L);
        willProperties.setUserProperties(List.of(new UserProperty("k", "v")));
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setWill("gone", new MqttMessage("bye".getBytes(StandardCharsets.UTF_8), 1, true, willProperties));
        options.setUserName("me");
        options.setPassword(new byte[] { 1, 2 });
        options.setCleanStart(false);
        options.setKeepAliveInterval(300);
        options.setReceiveMaximum(16);
        options.setSessionExpiryInterval(86_400L);

        byte[] packet = ClientPackets.connect("c1", options);

        MqttConnect read = new MqttConnect((byte) 0, Arrays.copyOfRange(packet, 2, packet.length));
        assertThat(read.getClientId()).isEqualTo("c1");
        assertThat(read.isCleanStart()).isFalse();
        assertThat(read.getKeepAliveInterval()).isEqualTo(300);
        assertThat(read.getProperties().getReceiveMaximum()).isEqualTo(16);
        assertThat(read.getProperties().getSessionExpiryInterval()).isEqualTo(86_400L);
        assertThat(read.getUserName()).isEqualTo("me");
        assertThat(read.getPassword()).containsExactly(1, 2);
        assertThat(read.getWillDestination()).isEqualTo("gone");
        assertThat(read.getWillMessage().isRetained()).isTrue();
        assertThat(read.getWillMessage().getQos()).isEqualTo(1);
        assertThat(read.getWillProperties().getWillDelayInterval()).isEqualTo(7L);
        assertThat(read.getWillProperties().getUserProperties()).hasSize(1);
    }

    @Test
    void shouldWriteTheSmallPackets() {
        MqttSubscription subscription = new MqttSubscription("t", 1);
        subscription.setRetainHandling(1);

        assertThat(ClientPackets.subscribe(513, subscription)).containsExactly(0x82, 7, 2, 1, 0, 0, 1, 't', 0x11);
        assertThat(ClientPackets.acknowledgement(Packet.PUBACK, 0xFFFE)).containsExactly(0x40, 2, 0xFF, 0xFE);
        assertThat(ClientPackets.disconnect(0x82)).containsExactly(0xE0, 1, 0x82);
        assertThat(ClientPackets.ping()).containsExactly(0xC0, 0);
    }
}
