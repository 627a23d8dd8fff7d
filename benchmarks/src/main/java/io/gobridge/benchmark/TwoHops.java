package io.gobridge.benchmark;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.Semaphore;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * One round through two hops. The feeder runs at full speed, yet never has more than {@value #WINDOW} messages under
 * way, so the heap stays small and both peers queue the same.
 */
final class TwoHops {

    private static final int WINDOW = 1_000;
    private static final int STEP = 100;
    private static final int LEAD_IN = 2_000;
    private static final int PAYLOAD_BYTES = 1_024;
    private static final Map<String, Object> HEADERS = Map.of("tenant", "north", "plant", "hall-7", "type", "OrderPlaced",
            "priority", 3, "trace", "4bf92f3577b34da6a3ce929d0e0e4736");

    private final int messages;
    private volatile Arrivals arrivals;
    private final Semaphore window = new Semaphore(WINDOW);

    TwoHops(int messages) {
        this.messages = messages - messages % STEP;
    }

    Measurement run(Hops hops) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            hops.addTo(context, this::arrived);
            context.start();
            // Some consumers look for messages only a second after the start.
            move(LEAD_IN, hops, context);
            Usage usage = Usage.begin();
            long start = System.nanoTime();
            move(messages, hops, context);
            usage.end();
            return arrivals.measurement(arrivals.lastNanos() - start, usage);
        }
    }

    private void move(int count, Hops hops, CamelContext context) throws Exception {
        arrivals = new Arrivals(count);
        feed(count, hops);
        arrivals.awaitAll();
        while (!hops.areIdle() || context.getInflightRepository().size() > 0) {
            Thread.onSpinWait();
        }
        if (arrivals.duplicates() > 0) {
            System.out.println(arrivals.duplicates() + " duplicates");
        }
    }

    private void feed(int count, Hops hops) throws Exception {
        for (int index = 0; index < count; index++) {
            if (index % STEP == 0) {
                window.acquire(STEP);
            }
            byte[] payload = new byte[PAYLOAD_BYTES];
            ByteBuffer.wrap(payload).putInt(index).putLong(System.nanoTime());
            hops.put(index, payload, HEADERS);
        }
    }

    private void arrived(Exchange exchange) {
        ByteBuffer payload = ByteBuffer.wrap(exchange.getMessage().getBody(byte[].class));
        int index = payload.getInt();
        if (arrivals.arrived(index, System.nanoTime() - payload.getLong()) % STEP == 0) {
            window.release(STEP);
        }
    }
}
