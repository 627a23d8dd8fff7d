package io.gobridge.camel.testkit.outbox.crash;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

import io.gobridge.camel.exchange.GoBridgeConstants;
import org.apache.camel.ProducerTemplate;

/**
 * The source of a node: messages 1, 2, 3 ... of each sequence, one at a time. One that was not acknowledged is handed
 * over again; a node that starts again goes on behind the last one that was acknowledged.
 */
final class NodeSource implements AutoCloseable {

    private static final long PAUSE_NANOS = 50_000_000;

    private final NodeOptions options;
    private final ProducerTemplate template;
    private final Map<String, Integer> acked = new HashMap<>();
    private final Map<String, ExecutorService> threads = new HashMap<>();

    NodeSource(NodeOptions options, ProducerTemplate template) {
        this.options = options;
        this.template = template;
        for (String sequence : NodeOptions.SEQUENCES) {
            threads.put(options.name() + "-" + sequence, Executors.newSingleThreadExecutor(NodeSource::daemon));
        }
        for (String line : Notes.read(options.acks())) {
            int space = line.indexOf(' ');
            acked.merge(line.substring(0, space), Integer.parseInt(line.substring(space + 1)), Math::max);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "source");
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to keep all messages of each sequence up to this number. */
    void keepUpTo(int last) {
        threads.forEach((sequence, thread) -> thread.execute(() -> keep(sequence, last)));
    }

    private void keep(String sequence, int last) {
        int next = acked(sequence) + 1;
        while (next <= last && !Thread.currentThread().isInterrupted()) {
            if (isKept(sequence, next)) {
                ack(sequence, next);
                next++;
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private synchronized int acked(String sequence) {
        return acked.getOrDefault(sequence, 0);
    }

    private synchronized void ack(String sequence, int number) {
        Notes.append(options.acks(), sequence + " " + number);
        acked.put(sequence, number);
    }

    private boolean isKept(String sequence, int number) {
        return template.request("direct:in", exchange -> {
            exchange.getMessage().setBody(sequence + " " + number);
            exchange.getMessage().setHeader(GoBridgeConstants.MESSAGE_ID, sequence + "-" + number);
            if (!sequence.endsWith("free")) {
                exchange.getMessage().setHeader(GoBridgeConstants.ORDERING_KEY, sequence);
            }
        }).getException() == null;
    }

    @Override
    public void close() {
        threads.values().forEach(ExecutorService::shutdownNow);
    }
}
