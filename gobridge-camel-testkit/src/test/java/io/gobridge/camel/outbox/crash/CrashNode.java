package io.gobridge.camel.outbox.crash;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.SharedOutbox;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A node with an outbox in a process of its own, to be killed. It keeps messages 1, 2, 3 ... of some sequences, notes
 * in a file which of them it acknowledged, and its target notes in another which it took. A node that starts again goes
 * on behind the last one that was acknowledged, as a source would.
 */
public final class CrashNode {

    /** Every so many messages of a sequence are refused by the target, and become dead letters. */
    static final int REFUSED = 10;

    private final Path directory;
    private final Killer killer;

    private CrashNode(Path directory, Killer killer) {
        this.directory = directory;
        this.killer = killer;
    }

    /** Starts a node. */
    static Process start(Path directory, String url, String outbox, String name, int messages, CrashPoint point, int time)
            throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                java, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                CrashNode.class.getName(), directory.toString(), url, outbox, name, String.valueOf(messages), point.name(),
                String.valueOf(time)).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log-" + name).toFile())).start();
    }

    /**
     * Takes: directory, database, outbox, name of the node, messages of each sequence, where it ends and at what time.
     */
    public static void main(String[] args) throws Exception {
        Killer killer = new Killer(CrashPoint.valueOf(args[5]), Integer.parseInt(args[6]));
        new CrashNode(Path.of(args[0]), killer).run(args[1], args[2], args[3], Integer.parseInt(args[4]));
    }

    private void run(String url, String outboxName, String name, int messages) throws Exception {
        SharedOutbox outbox = new SharedOutbox(new KillingDataSource(pool(url), killer));
        outbox.setName(outboxName);
        outbox.setCreateSchema(true);
        outbox.setShards(2);
        outbox.setLeaseTtl(Duration.ofMillis(1_500));
        outbox.setBackoff(new Backoff(Duration.ofMillis(50), Duration.ofMillis(200), 2, 0));
        outbox.setDeadLetter(new Deaths());
        DefaultCamelContext context = new DefaultCamelContext();
        context.getRegistry().bind("outbox", outbox);
        context.getRegistry().bind("sink", new Sink());
        RouteBuilder.addRoutes(context, routes -> routes.from("direct:in").errorHandler(routes.noErrorHandler())
                .to("gobridge:out?target=#sink&deliveryMode=shared_outbox&maxOutboxDepth=100000"));
        context.start();
        keep(context.createProducerTemplate(), name, messages);
        while (!Files.exists(directory.resolve("stop-" + name))) {
            Thread.sleep(20);
        }
        context.stop();
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername("postgres");
        config.setMaximumPoolSize(6);
        config.setConnectionTimeout(5_000);
        return new HikariDataSource(config);
    }

    /** Two sequences and one that is none, in turns. */
    private void keep(ProducerTemplate template, String name, int messages) throws Exception {
        Path acks = directory.resolve("ack-" + name);
        Map<String, Integer> next = new HashMap<>();
        List<String> sequences = List.of(name + "-a", name + "-b", name + "-free");
        sequences.forEach(sequence -> next.put(sequence, 1));
        for (String line : Files.exists(acks) ? Files.readAllLines(acks) : new ArrayList<String>()) {
            next.merge(line.split(" ", -1)[0], Integer.parseInt(line.split(" ", -1)[1]) + 1, Math::max);
        }
        try (FileOutputStream file = new FileOutputStream(acks.toFile(), true)) {
            for (int n = next.values().stream().mapToInt(Integer::intValue).min().orElseThrow(); n <= messages; n++) {
                for (String sequence : sequences) {
                    if (n >= next.get(sequence)) {
                        keepUntilKept(template, sequence, n);
                        file.write((sequence + " " + n + "\n").getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        }
    }

    private static void keepUntilKept(ProducerTemplate template, String sequence, int n) throws InterruptedException {
        Map<String, Object> headers = new HashMap<>();
        headers.put(GoBridgeConstants.MESSAGE_ID, sequence + "-" + n);
        if (!sequence.endsWith("free")) {
            headers.put(GoBridgeConstants.ORDERING_KEY, sequence);
        }
        while (template.request("direct:in", exchange -> {
            exchange.getMessage().setBody(sequence + " " + n);
            exchange.getMessage().setHeaders(headers);
        }).getException() != null) {
            Thread.sleep(50);
        }
    }

    private static synchronized void append(Path file, String line) {
        try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes every message but some, and notes it. */
    private final class Sink implements Sender {

        @Override
        public CompletionStage<Void> send(OutboundMessage message) {
            String text = message.envelope().payload().toText();
            if (Integer.parseInt(text.split(" ", -1)[1]) % REFUSED == 0) {
                return CompletableFuture.failedFuture(BridgeException.of(FailureCode.FORBIDDEN, "not this one"));
            }
            killer.at(CrashPoint.BEFORE_SEND);
            append(directory.resolve("sink"), text);
            killer.at(CrashPoint.AFTER_SEND);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void cancel(OutboundMessage message) {
            // Every send is over before anybody could cancel it.
        }

        @Override
        public CompletionStage<Void> close() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public TransportHealth health() {
            return TransportHealth.UP;
        }
    }

    /** Notes dead letters as one more message that arrived. */
    private final class Deaths implements DeadLetterStore {

        @Override
        public CompletionStage<Void> write(DeadLetter entry) {
            append(directory.resolve("sink"), entry.envelope().payload().toText());
            killer.at(CrashPoint.DEAD_LETTERING);
            return CompletableFuture.completedFuture(null);
        }
    }
}
