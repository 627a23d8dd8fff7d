package io.gobridge.benchmark;

import java.util.List;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** SQS to SQS: Camel's own component beside gobridge, both from a queue that is filled before the round. */
final class SqsBenchmark {

    private final String brokerUrl;
    private final int messages;
    private final int inFlight;

    private SqsBenchmark(String brokerUrl, int messages, int inFlight) {
        this.brokerUrl = brokerUrl;
        this.messages = messages;
        this.inFlight = inFlight;
    }

    static int run(Options options) throws Exception {
        int messages = options.get("messages", 5_000);
        int inFlight = options.get("inFlight", 16);
        try (SqsBroker broker = SqsBroker.start()) {
            SqsBenchmark sqs = new SqsBenchmark(broker.url(), messages, inFlight);
            String work = messages + " messages of 1 KB with 5 attributes per round, SQS to SQS, " + inFlight + " in flight";
            Duel duel = new Duel("sqs", work, () -> sqs.round(sqs.raw()), () -> sqs.round(sqs.gobridge()));
            duel.run(options.get("rounds", 5), List.of(Bar.throughput(2.0)));
        }
        return 0;
    }

    private Measurement round(RouteBuilder routes) throws Exception {
        Arrivals arrivals = new Arrivals(messages);
        try (SqsQueues queues = new SqsQueues(brokerUrl); DefaultCamelContext context = new DefaultCamelContext()) {
            queues.fill(messages);
            context.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
            context.addRoutes(routes);
            Usage usage = Usage.begin();
            long startMillis = System.currentTimeMillis();
            long startNanos = System.nanoTime();
            context.start();
            queues.awaitMoved(messages);
            long elapsed = System.nanoTime() - startNanos;
            usage.end();
            context.stop();
            queues.collect(arrivals, startMillis);
            if (arrivals.missing() > 0 || arrivals.duplicates() > 0) {
                System.out.println(arrivals.missing() + " missing, " + arrivals.duplicates() + " duplicates");
            }
            return arrivals.measurement(elapsed, usage);
        }
    }

    /** As somebody writes it who knows the component: parallel, in batches of ten, polling again at once. */
    private RouteBuilder raw() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("aws2-sqs:" + SqsQueues.IN + "?" + connection("") + "&messageAttributeNames=All&maxMessagesPerPoll=10"
                     + "&waitTimeSeconds=1&greedy=true&concurrentConsumers=" + inFlight)
                        .to("aws2-sqs:" + SqsQueues.OUT + "?" + connection(""));
            }
        };
    }

    private RouteBuilder gobridge() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("gobridge:in?source=aws2-sqs:" + SqsQueues.IN + "&" + connection("source.")
                     + "&source.waitTimeSeconds=1&deadLetter=#deadLetters&maxInFlight=" + inFlight)
                        .to("gobridge:out?target=aws2-sqs:" + SqsQueues.OUT + "&" + connection("target."));
            }
        };
    }

    private String connection(String prefix) {
        return String.join("&",
                List.of("accessKey=test", "secretKey=test", "region=us-east-1", "overrideEndpoint=true",
                        "uriEndpointOverride=" + brokerUrl).stream().map(prefix::concat).toList());
    }
}
