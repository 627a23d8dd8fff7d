package io.gobridge.benchmark;

import java.util.List;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** MQTT to MQTT: Camel's own component beside gobridge, on Mosquitto when it runs here, and on Artemis. */
final class MqttBenchmark {

    /** What a source needs so that the broker keeps its messages; no message may take longer than a session. */
    private static final String KEPT = "cleanStart=false&sessionExpiryInterval=60";

    private final String brokerUrl;
    private final int devices;
    private final int messages;
    private final int inFlight;

    private MqttBenchmark(String brokerUrl, int devices, int messages, int inFlight) {
        this.brokerUrl = brokerUrl;
        this.devices = devices;
        this.messages = messages;
        this.inFlight = inFlight;
    }

    static int run(Options options) throws Exception {
        String mosquitto = "tcp://127.0.0.1:" + InstalledBroker.MOSQUITTO.port();
        if (InstalledBroker.MOSQUITTO.isRunning()) {
            duel("mqtt-mosquitto", "Mosquitto", mosquitto, options);
        } else {
            System.out.println("No Mosquitto at " + mosquitto + "; Artemis only");
        }
        try (EmbeddedBroker artemis = EmbeddedBroker.start("mqtt")) {
            duel("mqtt", "Artemis", artemis.address(), options);
        }
        return 0;
    }

    private static void duel(String name, String broker, String brokerUrl, Options options) throws Exception {
        int messages = options.get("messages", 5_000);
        int inFlight = options.get("inFlight", 16);
        int rawThreads = options.get("rawThreads", inFlight);
        int devices = options.get("devices", 64);
        MqttBenchmark mqtt = new MqttBenchmark(brokerUrl, devices, messages, inFlight);
        String work = messages + " messages of 1 KB with 5 user properties per round, from the topics of " + devices
                      + " devices, MQTT to MQTT on " + broker + ", " + inFlight + " in flight";
        Duel duel = new Duel(
                name, work, () -> mqtt.round(topics -> mqtt.raw(topics, rawThreads)),
                () -> mqtt.round(mqtt::gobridge));
        duel.run(options.get("rounds", 5), List.of(Bar.throughput(1.5)));
    }

    /** The route that one of the two takes. */
    private interface Routes {

        RouteBuilder between(MqttTopics topics);
    }

    private Measurement round(Routes peer) throws Exception {
        Arrivals arrivals = new Arrivals(messages);
        try (MqttTopics topics = new MqttTopics(brokerUrl, devices, arrivals);
             DefaultCamelContext context = new DefaultCamelContext()) {
            context.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
            context.addRoutes(peer.between(topics));
            context.start();
            Usage usage = Usage.begin();
            long start = System.nanoTime();
            topics.feed(messages);
            arrivals.awaitAll();
            usage.end();
            if (arrivals.duplicates() > 0) {
                System.out.println(arrivals.duplicates() + " duplicates");
            }
            return arrivals.measurement(arrivals.lastNanos() - start, usage);
        }
    }

    /** As somebody writes it who knows the component: acknowledged when done, and not one after the other. */
    private RouteBuilder raw(MqttTopics topics, int threads) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                // Paho refuses a publish above the broker's Receive Maximum, which is 20 on Mosquitto, and again too early.
                errorHandler(defaultErrorHandler().maximumRedeliveries(-1).redeliveryDelay(1)
                        .retryAttemptedLogLevel(LoggingLevel.OFF));
                String source = "paho-mqtt5:" + topics.in() + "?brokerUrl=" + brokerUrl + "&clientId=" + topics.clientId()
                                + "&qos=1&manualAcksEnabled=true&receiveMaximum=" + inFlight + "&" + KEPT;
                String target = "paho-mqtt5:" + topics.out() + "?qos=1&brokerUrl=" + brokerUrl;
                if (threads > 1) {
                    from(source).threads(threads, threads).to(target);
                } else {
                    from(source).to(target);
                }
            }
        };
    }

    private RouteBuilder gobridge(MqttTopics topics) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("gobridge:in?source=paho-mqtt5:" + topics.in() + "&source.brokerUrl=" + brokerUrl + "&source.clientId="
                     + topics.clientId() + "&source.sessionExpiryInterval=60&deadLetter=#deadLetters&maxInFlight=" + inFlight)
                        .to("gobridge:out?target=paho-mqtt5:" + topics.out() + "&target.brokerUrl=" + brokerUrl);
            }
        };
    }
}
