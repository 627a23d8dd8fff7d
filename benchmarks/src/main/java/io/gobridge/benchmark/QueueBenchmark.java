package io.gobridge.benchmark;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** From one queue of a broker to another: Camel's own component beside gobridge, from a queue that is full before. */
final class QueueBenchmark {

    private static final int PAYLOAD_BYTES = 1_024;

    private final Callable<QueuePair> queues;
    private final int messages;
    private final int inFlight;

    private QueueBenchmark(Callable<QueuePair> queues, int messages, int inFlight) {
        this.queues = queues;
        this.messages = messages;
        this.inFlight = inFlight;
    }

    static void run(String name, String broker, double bar, Callable<QueuePair> queues, Options options) throws Exception {
        QueueBenchmark benchmark = of(queues, options);
        Duel duel = new Duel(name, benchmark.work(broker), () -> benchmark.round(false), () -> benchmark.round(true));
        duel.run(options.get("rounds", 5), List.of(Bar.throughput(bar)));
    }

    /** Returns how many times as fast as Camel's component a bridge is that has nothing but the broker's client. */
    static double runClient(String name, String broker, Callable<RabbitQueues> queues, Options options) throws Exception {
        QueueBenchmark benchmark = of(queues::call, options);
        Duel duel = new Duel(
                name, benchmark.work(broker), () -> benchmark.round(false), "client",
                () -> benchmark.clientRound(queues));
        return duel.run(options.get("rounds", 5), List.of());
    }

    private static QueueBenchmark of(Callable<QueuePair> queues, Options options) {
        return new QueueBenchmark(queues, options.get("messages", 5_000), options.get("inFlight", 16));
    }

    private String work(String broker) {
        return messages + " messages of 1 KB with 5 headers per round, queue to queue on " + broker + ", " + inFlight
               + " in flight";
    }

    private Measurement clientRound(Callable<RabbitQueues> queues) throws Exception {
        Arrivals arrivals = new Arrivals(messages);
        try (RabbitQueues pair = queues.call()) {
            pair.fill(this::payloads);
            Usage usage = Usage.begin();
            long start = System.nanoTime();
            pair.onArrival(payload -> arrivals.arrived(ByteBuffer.wrap(payload).getInt(), System.nanoTime() - start));
            pair.startBareBridge(inFlight);
            arrivals.awaitAll();
            usage.end();
            return arrivals.measurement(arrivals.steadyNanos(), usage);
        }
    }

    private Measurement round(boolean isBridge) throws Exception {
        Arrivals arrivals = new Arrivals(messages);
        try (QueuePair pair = queues.call(); DefaultCamelContext context = new DefaultCamelContext()) {
            pair.fill(this::payloads);
            context.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
            pair.prepare(context);
            context.addRoutes(isBridge ? bridge(pair) : raw(pair));
            Usage usage = Usage.begin();
            long start = System.nanoTime();
            pair.onArrival(payload -> arrivals.arrived(ByteBuffer.wrap(payload).getInt(), System.nanoTime() - start));
            context.start();
            arrivals.awaitAll();
            usage.end();
            if (arrivals.duplicates() > 0) {
                System.out.println(arrivals.duplicates() + " duplicates");
            }
            return arrivals.measurement(arrivals.steadyNanos(), usage);
        }
    }

    private Iterator<byte[]> payloads() {
        return IntStream.range(0, messages)
                .mapToObj(index -> ByteBuffer.allocate(PAYLOAD_BYTES).putInt(index).array()).iterator();
    }

    private RouteBuilder raw(QueuePair pair) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(pair.rawSource(inFlight)).to(pair.rawTarget());
            }
        };
    }

    private RouteBuilder bridge(QueuePair pair) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("gobridge:in?" + pair.source() + "&deadLetter=#deadLetters&maxInFlight=" + inFlight)
                        .to("gobridge:out?" + pair.target());
            }
        };
    }
}
