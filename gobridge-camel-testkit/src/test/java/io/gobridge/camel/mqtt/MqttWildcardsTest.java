package io.gobridge.camel.mqtt;

import java.util.Map;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A topic filter arrives as it was written, in every language of Camel, or the route does not start. */
class MqttWildcardsTest {

    /** Nobody listens there; a route starts all the same. */
    private static final String OPTIONS = "source.clientId=c&source.brokerUrl=tcp://127.0.0.1:1&deadLetter=#deadLetters";

    private static final Map<String, String> ROUTES = Map.of(
            "URI in XML", "<route><from uri=\"gobridge:in?source=%s&amp;" + OPTIONS.replace("&", "&amp;")
                          + "\"/><to uri=\"mock:out\"/></route>",
            "URI in YAML", "- from: {uri: 'gobridge:in?source=%s&" + OPTIONS + "', steps: [{to: 'mock:out'}]}",
            "parameter in YAML", "- from: {uri: 'gobridge:in', parameters: {source: '%s', deadLetter: '#deadLetters',"
                                 + " source.clientId: c, source.brokerUrl: 'tcp://127.0.0.1:1'}, steps: [{to: 'mock:out'}]}");

    private final DefaultCamelContext context = new DefaultCamelContext();

    @BeforeEach
    void bind() {
        context.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
    }

    @AfterEach
    void close() {
        context.stop();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "URI in Java       | paho-mqtt5:plant/#        | plant/#",
            "URI in Java       | paho-mqtt5:#              | #",
            "URI in Java       | paho-mqtt5:plant/%23      | plant/#",
            "URI in Java       | paho-mqtt5:Hall 1/b       | Hall 1/b",
            "URI in Java       | paho-mqtt5:/plant/        | /plant/",
            "URI in Java       | RAW(paho-mqtt5:plant/+/#) | plant/+/#",
            "URI in Java       | RAW(paho-mqtt5:+)         | +",
            "URI in Java       | RAW(paho-mqtt5:$share/g/+)| $share/g/+",
            "URI in XML        | paho-mqtt5:plant/#        | plant/#",
            "URI in XML        | RAW(paho-mqtt5:plant/+/#) | plant/+/#",
            "URI in YAML       | paho-mqtt5:plant/#        | plant/#",
            "URI in YAML       | RAW(paho-mqtt5:plant/+/#) | plant/+/#",
            "parameter in YAML | paho-mqtt5:plant/#        | plant/#",
            "parameter in YAML | RAW(paho-mqtt5:plant/+/#) | plant/+/#" })
    void shouldReceiveFromTheTopicFilterThatWasWritten(String language, String source, String topicFilter) throws Exception {
        start(language, source);

        assertThat(context.getEndpoints()).filteredOn(PahoMqtt5Endpoint.class::isInstance)
                .extracting(endpoint -> ((PahoMqtt5Endpoint) endpoint).getTopic()).containsExactly(topicFilter);
    }

    /** Camel reads the + of an option as a space, also one that was written as %2B. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "URI in Java       | paho-mqtt5:plant/+/x      | plant/+/x",
            "URI in Java       | paho-mqtt5:plant/%2B/x    | plant/+/x",
            "URI in Java       | paho-mqtt5:plant/+        | plant/+",
            "URI in Java       | paho-mqtt5:+              | +",
            "URI in Java       | paho-mqtt5:+/+/#          | +/+/#",
            "URI in Java       | paho-mqtt5:+/x?keepAliveInterval=5 | +/x",
            "URI in XML        | paho-mqtt5:plant/+/x      | plant/+/x",
            "URI in YAML       | paho-mqtt5:plant/+/x      | plant/+/x",
            "parameter in YAML | paho-mqtt5:plant/+/x      | plant/+/x" })
    void shouldNotStartWithATopicFilterThatLostItsWildcard(String language, String source, String topicFilter) {
        assertThatThrownBy(() -> start(language, source)).rootCause().hasMessageContaining("source='paho-mqtt5:")
                .hasMessageContaining("+ is read as a space: write RAW(paho-mqtt5:" + topicFilter + ")");
    }

    private void start(String language, String source) throws Exception {
        if (language.equals("URI in Java")) {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("gobridge:in?source=" + source + "&" + OPTIONS).to("mock:out");
                }
            });
        } else {
            String file = language.endsWith("XML") ? "routes.xml" : "routes.yaml";
            PluginHelper.getRoutesLoader(context)
                    .loadRoutes(ResourceHelper.fromString(file, String.format(ROUTES.get(language), source)));
        }
        context.start();
    }
}
