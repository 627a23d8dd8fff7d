package io.gobridge.camel.exchange;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryPolicy;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the way of a message of 1 KB with 5 headers from its envelope to the route's exchange and back costs. The letter
 * in front puts the results in reading order: nothing, what plain Camel does too, then ours.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class MappingBenchmark {

    private final byte[] bytes = new byte[1_024];
    private final Map<String, Object> plainHeaders = Map.of("tenant", "north", "plant", "hall-7", "type", "OrderPlaced",
            "priority", 3, "trace", "4bf92f3577b34da6a3ce929d0e0e4736");
    private final Envelope wire = Envelope.withId("message-1").payload(Payload.copyOf(bytes))
            .headers(Headers.of(plainHeaders)).createdAt(Instant.now()).build();
    private final RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    private final Ingress ingress = new Ingress(
            new IntakeSettings("route", "source", 16, false, Set.of(), false, 16, DeliveryPolicy.DEFAULT), random);
    private final Delivery received = new StillDelivery(wire);
    private final Delivery admitted = new StillDelivery(ingress.admit(received));
    private final ExchangeWriter writer = new ExchangeWriter(Set.of());
    private final ExchangeReader reader = new ExchangeReader(Clock.systemUTC(), random, "bridge", name -> false);
    private final DefaultCamelContext context = new DefaultCamelContext();
    private Exchange written;

    @Setup
    public void setUp() throws Exception {
        context.start();
        written = d_exchangeFromEnvelope();
    }

    @TearDown
    public void tearDown() {
        context.stop();
    }

    /** The harness alone. */
    @Benchmark
    public void a_nothing() {
        // Nothing is what is measured.
    }

    /** A new exchange with the same body and headers, without gobridge. */
    @Benchmark
    public Exchange b_plainExchange() {
        Exchange exchange = new DefaultExchange(context);
        exchange.getIn().setBody(bytes);
        plainHeaders.forEach(exchange.getIn()::setHeader);
        return exchange;
    }

    /** What comes from the wire is cleaned and stamped. */
    @Benchmark
    public Envelope c_admit() {
        return ingress.admit(received);
    }

    /** The exchange that the route sees. */
    @Benchmark
    public Exchange d_exchangeFromEnvelope() {
        Exchange exchange = new DefaultExchange(context);
        writer.write(admitted.envelope(), admitted, exchange);
        return exchange;
    }

    /** The envelope that a producer sends. */
    @Benchmark
    public Envelope e_envelopeFromExchange() {
        return reader.read(written);
    }

    /** All of it, as one hop does. */
    @Benchmark
    public Envelope f_wholeHop() {
        Delivery delivery = new StillDelivery(ingress.admit(received));
        Exchange exchange = new DefaultExchange(context);
        writer.write(delivery.envelope(), delivery, exchange);
        return reader.read(exchange);
    }
}
