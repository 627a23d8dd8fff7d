package io.gobridge.camel.transport.mqtt;

import java.io.IOException;
import java.net.Socket;
import java.util.Random;

import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Transport;
import org.apache.camel.Endpoint;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MqttOptionsTest {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ConfigurationProblems problems = new ConfigurationProblems();
    private final EndpointCheck check = new EndpointCheck("", problems);
    private final MqttTransport transport = new MqttTransport();

    @AfterEach
    void close() {
        context.stop();
    }

    @Test
    void shouldBeFoundUnderTheNameOfTheComponent() {
        context.start();

        Transport found = context.getCamelContextExtension()
                .getFactoryFinder("META-INF/services/org/apache/camel/gobridge-transport/")
                .newInstance("paho-mqtt5", Transport.class).orElseThrow();

        assertThat(found).isInstanceOf(MqttTransport.class);
    }

    @Test
    void shouldOverrideTheDefaultsThatLoseMessages() {
        Receiver unit = source("t?clientId=c");

        assertThat(problems.list()).isEmpty();
        assertThat(check.overrides()).containsExactly("qos=1", "manualAcksEnabled=true", "cleanStart=false",
                "sessionExpiryInterval=86400", "receiveMaximum=7");
        assertThat(unit.capabilities().redelivers()).isTrue();
    }

    @Test
    void shouldObeyWhatTheUserWrote() {
        Receiver clean = source("t?clientId=c&qos=1&cleanStart=true&manualAcksEnabled=true&sessionExpiryInterval=5");

        assertThat(problems.list()).isEmpty();
        assertThat(check.overrides()).containsExactly("receiveMaximum=7");
        assertThat(clean.capabilities().redelivers()).isFalse();
        assertThat(source("t?clientId=c&qos=0").capabilities().redelivers()).isFalse();
        assertThat(source("t?clientId=c&sessionExpiryInterval=0").capabilities().redelivers()).isFalse();
    }

    @Test
    void shouldRefuseWhatCannotWork() {
        source("t?qos=2&manualAcksEnabled=false");
        source("a/#/b?clientId=c&brokerUrl=http://x");
        target("t/#?qos=2");

        assertThat(problems.list()).extracting(problem -> problem.substring(0, problem.indexOf(':')))
                .containsExactly("clientId=null", "qos=2", "manualAcksEnabled=false", "brokerUrl=http", "topic=a/#/b",
                        "topic=t/#", "qos=2");
    }

    @Test
    void shouldRefuseCredentialsInTheAddressOfABrokerWithoutShowingThem() {
        source("t?clientId=c&brokerUrl=tcp://me:secret@broker:1883");
        target("t?serverURIs=tcp://a:1883,http://me:secret@b");

        assertThat(problems.list()).hasSize(2).allSatisfy(
                problem -> assertThat(problem).startsWith("brokerUrl=(not shown)").doesNotContain("secret"));
    }

    @Test
    void shouldShareASessionPerBrokerAndClientIdOnly() {
        assertThat(key("a?clientId=c")).isEqualTo(key("b?clientId=c&qos=0")).isNotEqualTo(key("a?clientId=d"))
                .isNotEqualTo(key("a?clientId=c&brokerUrl=tcp://elsewhere:1883"));
        assertThat(key("a")).isEqualTo(key("a")).isNotEqualTo(key("b"));
    }

    @Test
    void shouldBeginANewSessionWithTheFirstConnectionOnly() {
        LinkSettings clean = options("t?clientId=c&cleanStart=true").receiving(spec("t?clientId=c&cleanStart=true"));

        assertThat(clean.options(true).isCleanStart()).isTrue();
        assertThat(clean.options(false).isCleanStart()).isFalse();
        assertThat(options("t?clientId=c").receiving(spec("t?clientId=c")).options(true).isCleanStart()).isFalse();
    }

    @Test
    void shouldKeepTheSessionOfASourceThatIsAway() {
        LinkSettings named = options("t?clientId=c&cleanStart=true").sending(senderSpec("t?clientId=c&cleanStart=true"), "d");
        LinkSettings unnamed = options("t").sending(senderSpec("t"), "derived");

        assertThat(named.options(true).isCleanStart()).isFalse();
        assertThat(named.options(true).getSessionExpiryInterval()).isEqualTo(86_400);
        assertThat(unnamed.clientId()).isEqualTo("derived");
        assertThat(unnamed.options(true).isCleanStart()).isTrue();
    }

    @Test
    void shouldConnectAsTheEndpointSays() {
        String uri = "t?clientId=c&userName=me&password=secret&keepAliveInterval=7&willTopic=w&willPayload=gone&willQos=1"
                     + "&connectionTimeout=3&maxReconnectDelay=5000&serverURIs=tcp://a:1,tcp://b:2";

        LinkSettings settings = options(uri).receiving(spec(uri));
        MqttConnectionOptions unit = settings.options(true);

        assertThat(unit.getUserName()).isEqualTo("me");
        assertThat(unit.getPassword()).asString().isEqualTo("secret");
        assertThat(unit.getKeepAliveInterval()).isEqualTo(7);
        assertThat(unit.getWillDestination()).isEqualTo("w");
        assertThat(unit.getReceiveMaximum()).isEqualTo(7);
        assertThat(settings.serverUris(0)).containsExactly("tcp://a:1", "tcp://b:2");
        assertThat(settings.serverUris(3)).containsExactly("tcp://b:2", "tcp://a:1");
        assertThat(unit.isAutomaticReconnect()).isFalse();
        assertThat(settings.connectTimeout()).hasSeconds(3);
        assertThat(settings.backoff().max()).hasSeconds(5);
    }

    @Test
    void shouldLetAReadTimeOutOverWebSocketOnly() throws IOException {
        assertThat(readTimeout("tcp://a:1")).isZero();
        assertThat(readTimeout("ws://a:1")).isEqualTo(1000);
        assertThat(readTimeout("tcp://a:1,ws://b:2")).isEqualTo(1000);
        assertThat(options("t?clientId=c&brokerUrl=ssl://a:1").receiving(spec("t?clientId=c&brokerUrl=ssl://a:1"))
                .options(true).getSocketFactory()).isNull();
    }

    private int readTimeout(String brokers) throws IOException {
        String uri = "t?clientId=c&serverURIs=" + brokers;
        try (Socket socket = options(uri).receiving(spec(uri)).options(true).getSocketFactory().createSocket()) {
            socket.setSoTimeout(1000);
            return socket.getSoTimeout();
        }
    }

    private Receiver source(String uri) {
        return transport.session("").receiver(spec(uri));
    }

    private void target(String uri) {
        transport.session("").sender(senderSpec(uri));
    }

    private ReceiverSpec spec(String uri) {
        return new ReceiverSpec(endpoint(uri), 7, new ManualScheduler(), new Random(1), Runnable::run, check);
    }

    private SenderSpec senderSpec(String uri) {
        return new SenderSpec(endpoint(uri), new ManualScheduler(), new Random(1), Runnable::run, check);
    }

    private MqttOptions options(String uri) {
        return new MqttOptions((PahoMqtt5Endpoint) endpoint(uri));
    }

    private String key(String uri) {
        return transport.sessionKey(endpoint(uri));
    }

    private Endpoint endpoint(String uri) {
        return context.getEndpoint("paho-mqtt5:" + uri);
    }
}
